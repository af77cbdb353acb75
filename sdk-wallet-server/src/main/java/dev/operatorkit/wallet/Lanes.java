package dev.operatorkit.wallet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The waiting movements, a lane for each account, and whose turn it is. Not safe for many threads: {@link CommitQueue}
 * holds its lock.
 *
 * <p>A batch takes one movement of every lane in turn before it takes a second of any, so a storm of one player fills what
 * the others leave. An account is in one batch at a time: two would only wait for each other's lock. What must go alone
 * queues apart, so that an account that somebody else holds locked costs the others nothing.
 */
final class Lanes {
    private static final int MOST_SUSPECTS = 1_000;

    private final int capacity;
    private final Map<String, Lane> lanes = new HashMap<>();
    private final Map<Track, Deque<Lane>> ready = new EnumMap<>(Track.class);

    /** Accounts that failed on their own, to be kept apart until one of their movements passes. */
    private final Map<String, Boolean> suspects = new HashMap<>();

    private int waiting;

    Lanes(int capacity) {
        this.capacity = capacity;
        for (var track : Track.values()) {
            ready.put(track, new ArrayDeque<>());
        }
    }

    /** Two ways to a unit of work. */
    enum Track {
        /** In a batch with others. */
        TOGETHER,
        /** In a unit of its own: its batch failed, or its account has failed alone and has not passed since. */
        ISOLATED
    }

    private static final class Lane {
        final Deque<PendingMovement> members = new ArrayDeque<>();
        boolean underWay;
    }

    int size() {
        return waiting;
    }

    /** Whether there is something that a batch could take. */
    boolean hasReady(Track track) {
        return !queue(track).isEmpty();
    }

    /** Puts it at the end of its lane, unless too much is waiting. */
    boolean add(PendingMovement member) {
        var lane = lanes.get(account(member));
        if (waiting >= capacity || (lane != null && lane.members.size() >= capacity / 2)) {
            return false;
        }
        if (lane == null) {
            lane = new Lane();
            lanes.put(account(member), lane);
        }
        lane.members.add(member);
        waiting++;
        if (lane.members.size() == 1 && !lane.underWay) {
            queue(trackOf(lane)).add(lane);
        }
        return true;
    }

    /** Takes back one that is still waiting. */
    void remove(PendingMovement member) {
        var lane = lanes.get(account(member));
        if (lane != null && lane.members.remove(member)) {
            waiting--;
            if (lane.members.isEmpty() && !lane.underWay) {
                ready.values().forEach(queue -> queue.remove(lane));
                lanes.remove(account(member));
            }
        }
    }

    /** The next batch of that track, empty when nothing is ready. */
    List<PendingMovement> takeBatch(Track track, int most) {
        List<PendingMovement> batch = new ArrayList<>();
        List<Lane> chosen = new ArrayList<>();
        var queue = queue(track);
        while (batch.size() < (track == Track.ISOLATED ? 1 : most) && !queue.isEmpty()) {
            var lane = queue.remove();
            chosen.add(lane);
            move(lane, batch);
        }
        if (track == Track.TOGETHER) {
            fill(batch, chosen, most);
        }
        return batch;
    }

    private void fill(List<PendingMovement> batch, List<Lane> chosen, int most) {
        for (var took = true; took; ) {
            took = false;
            for (var lane : chosen) {
                if (batch.size() < most && !lane.members.isEmpty()) {
                    move(lane, batch);
                    took = true;
                }
            }
        }
    }

    private Deque<Lane> queue(Track track) {
        return Objects.requireNonNull(ready.get(track), "every track has a queue");
    }

    private Track trackOf(Lane lane) {
        var head = lane.members.getFirst();
        return head.alone || isSuspect(account(head)) ? Track.ISOLATED : Track.TOGETHER;
    }

    private void move(Lane lane, List<PendingMovement> batch) {
        var member = lane.members.remove();
        member.taken = true;
        lane.underWay = true;
        waiting--;
        batch.add(member);
    }

    /** Ends a batch: its lanes may be taken again, and members without a result wait anew, alone and first in their lanes. */
    void finish(List<PendingMovement> batch) {
        for (var i = batch.size() - 1; i >= 0; i--) {
            var member = batch.get(i);
            member.taken = false;
            if (member.result == null) {
                member.alone = true;
                lane(member).members.addFirst(member);
                waiting++;
            } else if (batch.size() == 1) {
                judge(account(member), member.result);
            }
        }
        for (var member : batch) {
            var lane = lanes.get(account(member));
            if (lane != null && lane.underWay) {
                lane.underWay = false;
                if (lane.members.isEmpty()) {
                    lanes.remove(account(member));
                } else {
                    queue(trackOf(lane)).add(lane);
                }
            }
        }
    }

    /** Whether its last unit alone failed: somebody else may hold its lock. */
    boolean isSuspect(String account) {
        return suspects.containsKey(account);
    }

    private void judge(String account, MovementResult alone) {
        if (alone instanceof MovementResult.NotLookedUp missed && !missed.lockFailed()) {
            return; // there was no unit to be had for anybody, which says nothing about the account
        }
        if (alone instanceof MovementResult.Stored || alone instanceof MovementResult.Refused) {
            suspects.remove(account);
        } else if (suspects.size() < MOST_SUSPECTS) {
            suspects.put(account, true);
        }
    }

    /** The member that is next and whose caller was not chosen to lead yet; null when there is none. */
    @Nullable
    PendingMovement nextLeader(Track track) {
        for (var lane : queue(track)) {
            var head = lane.members.getFirst();
            if (head.leads == null) {
                return head;
            }
        }
        return null;
    }

    /** Takes back everything that is still waiting. */
    List<PendingMovement> drain() {
        List<PendingMovement> all = new ArrayList<>();
        lanes.values().forEach(lane -> {
            all.addAll(lane.members);
            lane.members.clear();
        });
        lanes.values().removeIf(lane -> !lane.underWay);
        ready.values().forEach(Deque::clear);
        waiting = 0;
        return all;
    }

    private Lane lane(PendingMovement member) {
        var lane = lanes.get(account(member));
        if (lane == null) {
            throw new IllegalStateException("a lane under way is kept");
        }
        return lane;
    }

    private static String account(PendingMovement member) {
        return member.movement.accountId();
    }
}
