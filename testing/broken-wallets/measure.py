#!/usr/bin/env python3
"""Measures how many faults of a broken wallet the conformance suite finds.

Each fault (or variant) is one wallet process on a free port and one run of the conformance command against it. The faults and
the rules that they break are read from FAULTS.md in the wallet's folder, the variants from VARIANTS.md.

    measure.py --folder python --wallet "python3 wallet.py" --results before.tsv
    measure.py --folder python --wallet "python3 wallet.py" --only 'sig-*' --verbose
    measure.py --folder python --wallet "python3 wallet.py" --variants
    measure.py --folder python --wallet "python3 wallet.py" --two-phase

A fault is killed when a case failed and cited a rule that the fault breaks, noticed when a case failed with another rule,
survived when no case failed, and error when the run did not end. A variant is accepted when no case failed.

With --two-phase, the faults that show after a restart or a pause are measured (or those of --only, or all variants): a run of the plan
quick with --leave, then the restart (kill -9, the same port and journal) or the pause, then a run with --resume. During the pause
the clock of the wallet is put ahead (WALLET_CLOCK), so that a minute takes two seconds.
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import re
import select
import shlex
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RULE = re.compile(r"[A-Z]+-[0-9]+")
SECRET = "broken-wallets-secret"


def read_table(page):
    """Returns the rows of the tables of a page as dictionaries by column."""
    rows, columns = [], []
    with open(page, encoding="utf-8") as lines:
        for line in lines:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
            if not cells or set(cells[0]) <= set("-"):
                continue
            if not cells[0].startswith("`"):
                columns = cells
            else:
                rows.append(dict(zip(columns, cells)))
    return rows


def read_faults(folder):
    """Returns name, basis, rules and what it takes to see each fault."""
    faults = []
    for row in read_table(os.path.join(folder, "FAULTS.md")):
        needs = row.get("Needs", "")
        faults.append({
            "name": (row.get("Name") or row.get("Fault")).strip("`"),
            "says": row["What is wrong"],
            "rules": RULE.findall(row["Breaks"]),
            "basis": row.get("Basis") or ("decision" if "decision" in needs else "rule"),
            "shows": row.get("Shows") or needs.replace("decision", "").strip(", ") or "exchange"})
    return faults


def read_variants(folder):
    rows = read_table(os.path.join(folder, "VARIANTS.md"))
    return [{"name": (row.get("Name") or row.get("Variant")).strip("`"), "says": row["What is unusual"],
             "rules": [], "basis": "variant", "shows": ""} for row in rows]


def read_also_fitting(path):
    """Returns further rules that fit a fault, or the faults of a glob; each has its reason in the file."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines if line.strip() and not line.startswith("#")]
    return [(row[0], row[1].split()) for row in rows]


class Suite:
    """Runs the conformance command: a process for each run, or one process that takes many (--loop)."""

    def __init__(self, options):
        self.options = options
        self.lock = threading.Lock()
        self.waiting = {}
        self.process = None
        if options.loop:
            self.process = subprocess.Popen(["nice", *shlex.split(options.loop)], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, text=True, encoding="utf-8")
            threading.Thread(target=self.read_answers, daemon=True).start()

    def run(self, arguments):
        """Returns the exit code, or None when the run did not end in time."""
        if self.process is None:
            command = ["nice", *shlex.split(self.options.suite), *arguments]
            try:
                return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                      timeout=self.options.limit, cwd=ROOT, check=False).returncode
            except subprocess.TimeoutExpired:
                return None
        done = threading.Event()
        with self.lock:
            job = str(len(self.waiting))
            self.waiting[job] = [done, None]
            self.process.stdin.write("\t".join([job, *arguments]) + "\n")
            self.process.stdin.flush()
        done.wait(self.options.limit)
        return self.waiting[job][1]

    def read_answers(self):
        for line in self.process.stdout:
            job, _, code = line.strip().partition("\t")
            if job in self.waiting:
                self.waiting[job][1] = int(code)
                self.waiting[job][0].set()

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait(60)


class Wallet:
    """One wallet process; it is stopped by its process id."""

    def __init__(self, options, arguments, folder, log="wallet.log", port="0"):
        # nice runs the command in its own process, so that a kill reaches the wallet
        command = ["nice", *shlex.split(options.wallet), "--port", port, "--prefix", "/wallet", "--secret-file",
                   options.secret_file, *arguments]
        environment = dict(os.environ)
        if options.two_phase:
            self.clock = environment["WALLET_CLOCK"] = os.path.join(folder, "clock")
            self.set_clock(0)
        self.log = open(os.path.join(folder, log), "wb")
        self.process = subprocess.Popen(command, cwd=options.folder, stdout=subprocess.PIPE, stderr=self.log, env=environment)
        self.address = self.read_address()
        self.port = re.search(r":([0-9]+)(/|$)", self.address).group(1)

    def read_address(self):
        ready, _, _ = select.select([self.process.stdout], [], [], 30)
        line = self.process.stdout.readline().decode() if ready else ""
        if not line.startswith("ready "):
            self.stop()
            raise RuntimeError("the wallet did not start: %r" % line)
        return line.split()[1]

    def set_clock(self, seconds):
        with open(self.clock, "w", encoding="ascii") as file:
            file.write(str(seconds))

    def kill(self):
        """Ends the wallet as a crash does."""
        self.process.kill()
        self.process.wait()
        self.stop()

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.log.close()


def needs_two_runs(fault):
    """A fault that shows after a restart or a pause is judged by a run with --leave and another with --resume."""
    return fault["shows"] in ("restart", "time") or fault["basis"] == "variant"


def restarts(fault):
    return fault["shows"] != "time"


def read_detecting(path):
    """Returns the cases that detected each fault in an earlier file of results."""
    detecting = {}
    if path:
        with open(path, encoding="utf-8") as file:
            for line in file:
                cells = line.rstrip("\n").split("\t")
                detecting[cells[0]] = [word.split("(")[0] for word in cells[8].split()]
    return detecting


def measure(options, suite, fault):
    """Runs the suite against one wallet and returns the fault with its result."""
    folder = os.path.join(options.work, fault["name"])
    os.makedirs(folder, exist_ok=True)
    started = time.monotonic()
    kind = "variant" if fault["basis"] == "variant" else "fault"
    arguments = ["--%s" % kind, fault["name"]] if fault["name"] != "none" else []
    if options.two_phase and restarts(fault):
        arguments += ["--state", os.path.join(folder, "state")]
    outcome = dict(fault, result="error", failed=[], skipped=[], seconds=0.0, detail="")
    wallet = None
    try:
        wallet = Wallet(options, arguments, folder)
        left = os.path.join(folder, "left.json")
        phases = [["--plan", "full"]] if not options.two_phase else [["--plan", "quick", "--leave", left], ["--resume", left]]
        first = options.detecting.get(fault["name"]) if not options.two_phase else None
        if first:
            judge(options, suite, outcome, wallet.address, os.path.join(folder, "first"),
                  phases[0] + [part for case in first for part in ("--only", case)])
            if classify(outcome) == "killed":
                phases = []
        for number, phase in enumerate(phases):
            if number and restarts(fault):
                wallet.kill()
                wallet = Wallet(options, arguments, folder, "wallet-again.log", wallet.port)
            elif number:
                wallet.set_clock(options.ahead)
                time.sleep(options.pause)
            judge(options, suite, outcome, wallet.address, os.path.join(folder, str(number)), phase)
    except Exception as error:  # one wallet that cannot be measured must not end the others
        outcome["detail"] = str(error)
    finally:
        if wallet is not None:
            wallet.stop()
    outcome["failed"] = list(dict.fromkeys(outcome["failed"]))
    outcome["seconds"] = time.monotonic() - started
    outcome["result"] = classify(outcome)
    return outcome


def until(options, fault):
    """With --loop, a run against a fault ends at the first failure that cites a fitting rule; one that leaves a file must end."""
    return [part for rule in fault["rules"] for part in ("--until", rule)] \
        if options.loop and not options.whole and not options.two_phase else []


def judge(options, suite, outcome, address, report, phase):
    given = options.token + (["token-1-second"] if "second token" in outcome["shows"] else [])
    tokens = [part for token in given for part in ("--token", token)]
    code = suite.run(["--wallet", address, "--secret-file", options.secret_file, *tokens, "--seed", "1",
                      "--report", report, *shlex.split(options.arguments), *until(options, outcome), *phase])
    results = os.path.join(report, "results.json")
    if code is None or not os.path.exists(results):
        outcome["detail"] = "no results, exit code %s" % code
        return
    with open(results, encoding="utf-8") as file:
        found = json.load(file)
    outcome["ended"] = True
    outcome["detail"] = found.get("aborted", "")
    for case in found["cases"]:
        if case["result"] == "FAILED":
            failure = case["failure"]
            outcome["failed"].append((case["id"], failure["rule"], case["detail"]))
        elif case["result"] == "SKIPPED":
            outcome["skipped"].append((case["id"], "", case["detail"]))


def classify(outcome):
    if outcome["basis"] == "variant":
        return "failed" if outcome["failed"] else "accepted" if outcome.get("ended") else "error"
    if any(rule in outcome["rules"] for _, rule, _ in outcome["failed"]):
        return "killed"
    if outcome["failed"]:
        return "noticed"
    return "survived" if outcome.get("ended") else "error"


def print_summary(outcomes):
    for basis in ("rule", "books", "decision", "unsure", "variant"):
        group = [each for each in outcomes if each["basis"] == basis]
        if group:
            counts = {}
            for each in group:
                counts[each["result"]] = counts.get(each["result"], 0) + 1
            print("%-9s %4d  %s" % (basis, len(group), ", ".join("%s %d" % pair for pair in sorted(counts.items()))))
    judged = [each for each in outcomes if each["basis"] in ("rule", "books")]
    if judged:
        killed = sum(each["result"] == "killed" for each in judged)
        print("killed with a fitting rule, of rule and books: %d of %d, %.1f %%" % (
            killed, len(judged), 100.0 * killed / len(judged)))


def write_line(file, outcome):
    cited = sorted({rule for _, rule, _ in outcome["failed"]})
    cases = " ".join("%s(%s)" % (case, rule) for case, rule, _ in outcome["failed"][:60])
    file.write("\t".join([outcome["name"], outcome["basis"], outcome["result"], " ".join(outcome["rules"]),
                          " ".join(cited), str(len(outcome["failed"])), "%.1f" % outcome["seconds"],
                          outcome["detail"].replace("\t", " ").replace("\n", " ")[:200], cases]) + "\n")
    file.flush()


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", default=os.path.join(HERE, "python"), help="the wallet's folder, with FAULTS.md")
    parser.add_argument("--wallet", default="python3 wallet.py", help="the command that starts the wallet, run in its folder")
    parser.add_argument("--suite", default=os.path.join(ROOT, "bin/simulator") + " conformance",
                        help="the conformance command")
    parser.add_argument("--loop", help="a command that runs the conformance command for each line of its standard input")
    parser.add_argument("--arguments", default="", help="further arguments of the conformance command")
    parser.add_argument("--also-fitting", default=os.path.join(HERE, "also-fitting.tsv"), metavar="FILE",
                        help="further rules that fit a fault, each with its reason")
    parser.add_argument("--token", action="append", help="session tokens; default: token-1 and token-2")
    parser.add_argument("--only", action="append", default=[], metavar="GLOB", help="these faults or variants")
    parser.add_argument("--basis", action="append", default=[], help="faults of this basis: rule, books, decision, unsure")
    parser.add_argument("--variants", action="store_true", help="measure the right variants instead of the faults")
    parser.add_argument("--two-phase", action="store_true",
                        help="measure the faults that show after a restart or a pause, by two runs")
    parser.add_argument("--pause", type=float, default=2, help="seconds between the two runs")
    parser.add_argument("--ahead", type=float, default=65, metavar="SECONDS",
                        help="how far the clock of a wallet that reads WALLET_CLOCK is put ahead between the two runs")
    parser.add_argument("--first", metavar="FILE",
                        help="try the cases that detected a fault in this file of results first, then the whole plan")
    parser.add_argument("--parallel", type=int, default=2, help="wallets at the same time")
    parser.add_argument("--limit", type=float, default=300, help="seconds for each run")
    parser.add_argument("--results", help="the file for the results, one line for each fault")
    parser.add_argument("--whole", action="store_true", help="with --loop: list every failed case of a fault")
    parser.add_argument("--skip", metavar="FILE", help="leave out what this file of results already holds")
    parser.add_argument("--verbose", action="store_true", help="print every failed case")
    options = parser.parse_args()
    options.folder = os.path.abspath(options.folder)
    options.detecting = read_detecting(options.first)
    options.token = options.token or ["token-1", "token-2"]
    return options


def main():
    options = read_options()
    chosen = read_variants(options.folder) if options.variants else read_faults(options.folder)
    also = read_also_fitting(options.also_fitting)
    for each in chosen:
        for glob, rules in also:
            each["rules"] = each["rules"] + (rules if fnmatch.fnmatchcase(each["name"], glob) else [])
    chosen.insert(0, {"name": "none", "says": "The right wallet.", "rules": [], "basis": "variant", "shows": ""})
    if options.only:
        chosen = [each for each in chosen if any(fnmatch.fnmatchcase(each["name"], glob) for glob in options.only)]
    if options.basis:
        chosen = [each for each in chosen if each["basis"] in options.basis + ["variant"]]
    if options.two_phase and not options.only:
        chosen = [each for each in chosen if needs_two_runs(each)]
    if options.skip:
        with open(options.skip, encoding="utf-8") as file:
            known = {line.split("\t")[0] for line in file}
        chosen = [each for each in chosen if each["name"] not in known]
    with tempfile.TemporaryDirectory(prefix="broken-wallets-") as work:
        options.work = work
        options.secret_file = os.path.join(work, "secret.txt")
        with open(options.secret_file, "w", encoding="utf-8") as file:
            file.write(SECRET)
        suite = Suite(options)
        outcomes = []
        file = open(options.results, "w", encoding="utf-8") if options.results else open(os.devnull, "w", encoding="utf-8")
        with file, concurrent.futures.ThreadPoolExecutor(options.parallel) as threads:
            pending = [threads.submit(measure, options, suite, each) for each in chosen]
            for done in concurrent.futures.as_completed(pending):
                outcome = done.result()
                outcomes.append(outcome)
                write_line(file, outcome)
                if options.verbose or outcome["result"] not in ("killed", "accepted"):
                    print("%-9s %-9s %-36s %s %s" % (outcome["result"], outcome["basis"], outcome["name"],
                                                     " ".join(outcome["rules"]), outcome["detail"][:120]))
                for case, rule, detail in outcome["failed"][:None if options.verbose else 3]:
                    if options.verbose or outcome["result"] in ("noticed", "failed"):
                        print("          %s %s: %s" % (rule, case, detail[:300]))
                sys.stdout.flush()
        suite.close()
    print_summary(outcomes)
    wrong = [each for each in outcomes if each["result"] in ("failed", "error")]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
