# Sourced by bin/cluster: the addresses and processes of its nodes, and their settings. POSIX sh.
# $here is the folder of the launcher, with links resolved.

dir=$(readlink -m "${CLUSTER_DIR:-/tmp/operatorkit-cluster}")
base=${CLUSTER_PORT:-24100}
case $base in
[!1-9]* | *[!0-9]* | ??????*) refuse "CLUSTER_PORT is $base. It takes a number from 1024 to 65486" ;;
esac
if [ "$base" -lt 1024 ] || [ "$base" -gt 65486 ]; then refuse "CLUSTER_PORT is $base. It takes a number from 1024 to 65486"; fi
case ${CLUSTER_RESTART:-30} in *[!0-9]*) refuse "CLUSTER_RESTART is $CLUSTER_RESTART. It takes a number of seconds" ;; esac
# The wallet with Citus serves a plain PostgreSQL as well.
export WALLET_MODULE=reference-wallet-citus
unset WALLET_PORT WALLET_OPERATIONS_PORT WALLET_BACK_OFFICE_PORT WALLET_DB WALLET_DB_USER WALLET_DB_PASSWORD_FILE OPERATORKIT_SECRET

# --- what a node is -----------------------------------------------------------------------------------------------------------

# The file `nodes` has one name in each line. Wallets connect to the leaders, which are a primary and its standbys.
nodes() { cat "$dir/nodes" 2>/dev/null || true; }
servers() { nodes | grep -v '^wallet-' || true; }
leaders() { nodes | grep -E '^(postgres|coordinator)-' || true; }
workers() { nodes | grep '^worker-' || true; }
has_citus() { nodes | grep -q '^coordinator-'; }
number() { echo "${1##*-}"; }
# Prints the number of server $1 among all servers, of which its ports and its address are made. Workers are after the coordinators.
slot() { case $1 in worker-*) echo $((${1#worker-} + 2)) ;; *) number "$1" ;; esac; }

etcd_port=$((base + 1))
wallet_port() { echo $((base + 10 + $(number "$1"))); }
operations_port() { echo $((base + 20 + $(number "$1"))); }
postgres_port() { echo $((base + 30 + $(slot "$1"))); }
patroni_port() { echo $((base + 40 + $(slot "$1"))); }

hosts() { for node in $(leaders); do echo "127.0.0.1:$(postgres_port "$node")"; done | paste -sd , -; }
jdbc_url() { echo "jdbc:postgresql://$(hosts)/wallet?targetServerType=primary&hostRecheckSeconds=1"; }

# The errors of servers, in one file for each command.
questions=$dir/questions-${1:-none}.log

# Asks server $1 in database $3.
ask() {
  PGPASSWORD=$(cat "$dir/password") PGCONNECT_TIMEOUT=5 \
    psql -h 127.0.0.1 -p "$(postgres_port "$1")" -U postgres -d "${3:-postgres}" -v ON_ERROR_STOP=1 -XAtqc "$2" 2>>"$questions"
}
# Prints the latest error of a server or of `psql` in this process.
last_error() { grep -E 'ERROR|FATAL|error' "$questions" | tail -n 1; }
# Asks as `ask` does, and gives up with what went wrong.
demand() { ask "$@" || give_up "a statement failed on $1: $(last_error)"; }
# Asks the server that takes writes in the wallet's database.
ask_primary() { main=$(primary) && ask "$main" "$1" wallet; }
is_primary() { [ "$(ask "$1" 'select pg_is_in_recovery()')" = f ]; }
primary() {
  for leader in $(leaders); do
    if is_primary "$leader"; then echo "$leader"; return; fi
  done
  return 1
}

# --- processes ----------------------------------------------------------------------------------------------------------------

pid_of() { cat "$dir/$1.pid" 2>/dev/null || true; }
# The id of a process that has ended may belong to another program now.
is_alive() { pid=$(pid_of "$1") && [ -n "$pid" ] && grep -qzsxF "CLUSTER_NODE=$dir/$1" "/proc/$pid/environ"; }

# Runs a command in the background as node $1. All of its processes have the name of the node in their environment.
launch() {
  name=$1
  shift
  (export CLUSTER_NODE="$dir/$name" && exec "$@") >>"$dir/$name.log" 2>&1 </dev/null &
  echo $! >"$dir/$name.pid"
}

# Prints the processes of node $1. Those of PostgreSQL write over their environment, but run in its folder.
processes() {
  grep -lzsxF "CLUSTER_NODE=$dir/$1" /proc/[0-9]*/environ | cut -d/ -f3
  find /proc/[0-9]* -maxdepth 1 -name cwd -lname "$dir/$1/data" 2>/dev/null | cut -d/ -f3
}
# Kills all processes of node $1, until there are none: one may start another meanwhile. Sets $killed to what it killed.
kill_node() {
  killed=
  for _ in 1 2 3 4 5 6 7 8 9; do
    found=$(processes "$1" || true)
    if [ -z "$found" ]; then return; fi
    kill -9 $found 2>/dev/null || true
    killed="$killed $found"
  done
}

is_healthy() { curl -sf -m 2 "http://127.0.0.1:$etcd_port/health"; }

start_etcd() {
  launch etcd etcd --name etcd --data-dir "$dir/etcd-data" --log-level error \
    --listen-client-urls "http://127.0.0.1:$etcd_port" --advertise-client-urls "http://127.0.0.1:$etcd_port" \
    --listen-peer-urls "http://127.0.0.1:$((base + 2))" --initial-advertise-peer-urls "http://127.0.0.1:$((base + 2))" \
    --initial-cluster "etcd=http://127.0.0.1:$((base + 2))"
}

# Writes the settings of server $1. Standbys of one primary are a group of Patroni's; with Citus each worker is a group too.
write_patroni() {
  group=
  synchronous=true
  case $1 in
  coordinator-*) group=0 ;;
  # The only server of its group has no standby to wait for.
  worker-*) group=$(number "$1") synchronous=false ;;
  esac
  mkdir -p "$dir/$1"
  cat >"$dir/$1/patroni.yml" <<YAML
scope: operatorkit
name: $1
${group:+citus: {group: $group, database: wallet\}}
restapi: {listen: "127.0.0.1:$(patroni_port "$1")", connect_address: "127.0.0.1:$(patroni_port "$1")"}
etcd3: {host: "127.0.0.1:$etcd_port"}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    synchronous_mode: $synchronous
    synchronous_mode_strict: $synchronous
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: $((${group:+100} + 100))
        max_wal_size: 1GB
        wal_keep_size: 256MB
        wal_log_hints: "on"
        ${group:+citus.node_conninfo: sslmode=prefer}
        ${group:+citus.enable_statistics_collection: "off"}
        # A worker must notice within seconds that a coordinator is gone, because its sessions hold locks.
        tcp_keepalives_idle: 5
        tcp_keepalives_interval: 2
        tcp_keepalives_count: 3
  initdb: [encoding: UTF8, locale: C.UTF-8, auth-host: scram-sha-256, auth-local: scram-sha-256]
postgresql:
  listen: "127.0.0.1:$(postgres_port "$1")"
  connect_address: "127.0.0.1:$(postgres_port "$1")"
  data_dir: $dir/$1/data
  bin_dir: $postgresql
  pgpass: $dir/$1/pgpass
  parameters:
    unix_socket_directories: "$dir/$1"
    # Citus connects to its own server to move buckets, by its socket.
    ${group:+citus.local_hostname: "$dir/$1"}
  basebackup: [{checkpoint: fast}]
  pg_hba:
    - local all all scram-sha-256
    - host all all 127.0.0.1/24 scram-sha-256
    - host replication replicator 127.0.0.1/24 scram-sha-256
  authentication:
    superuser: {username: postgres, password: "$(cat "$dir/password")"}
    replication: {username: replicator, password: "$(cat "$dir/password")"}
YAML
  chmod 600 "$dir/$1/patroni.yml"
  if [ "$(id -u)" = 0 ]; then chown -R postgres "$dir/$1"; fi
}

start_server() {
  set -- "$1" patroni "$dir/$1/patroni.yml"
  if [ "$(id -u)" = 0 ]; then node=$1 && shift && set -- "$node" setpriv --reuid postgres --regid postgres --init-groups "$@"; fi
  launch "$@"
}

start_wallet() {
  committers=
  # Batches of different buckets wait for different workers.
  if has_citus; then committers='--committers 8'; fi
  launch "$1" "$here/wallet" --bind 127.0.0.1 --port "$(wallet_port "$1")" --secret-file "$dir/secret" \
    --operations-port "$(operations_port "$1")" --back-office-port -1 --demo-players 64 $committers \
    --db "$(jdbc_url)" --db-user wallet --db-password-file "$dir/password"
}

start_node() {
  case $1 in
  etcd) start_etcd ;;
  wallet-*) start_wallet "$1" ;;
  *) start_server "$1" ;;
  esac
}
