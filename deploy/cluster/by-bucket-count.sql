-- Lets `citus_rebalance_start(rebalance_strategy => 'by_bucket_count')` count buckets. Citus finds the shard of a bucket by a hash, so workers
-- with the same number of shards would have different numbers of buckets. Run it on the coordinator in the wallet's database, as a
-- superuser; it may be run again.

begin;
set local client_min_messages = warning;
set local citus.enable_ddl_propagation = off; -- only the coordinator calls the function, so no worker needs to be there

-- A rebalance runs the function as a superuser, so nobody else may own it, nor may it be in a schema in which others can replace it.
create schema if not exists operatorkit_cluster;
do $$ begin
  if (select nspowner <> current_user::regrole from pg_catalog.pg_namespace where nspname = 'operatorkit_cluster') then
    raise exception 'The schema operatorkit_cluster belongs to somebody else. Find out why it exists, and drop it.';
  end if;
end $$;

create or replace function operatorkit_cluster.buckets_of_shard(shard bigint) returns real
  language sql stable set search_path = pg_catalog, pg_temp
  as $$ select count(*)::real from pg_dist_shard, generate_series(0, 63) bucket
    where shardid = shard and worker_hash(bucket) between shardminvalue::integer and shardmaxvalue::integer $$;

do $$ begin
  if exists (select 1 from pg_catalog.pg_dist_rebalance_strategy where name = 'by_bucket_count'
      and shard_cost_function::oid <> 'operatorkit_cluster.buckets_of_shard(bigint)'::regprocedure::oid) then
    raise exception 'There is another rebalance strategy by_bucket_count. Find out why, and delete it from pg_dist_rebalance_strategy.';
  end if;
  if not exists (select 1 from pg_catalog.pg_dist_rebalance_strategy where name = 'by_bucket_count') then
    perform pg_catalog.citus_add_rebalance_strategy('by_bucket_count', 'operatorkit_cluster.buckets_of_shard',
      'citus_node_capacity_1', 'citus_shard_allowed_on_node_true', 0);
  end if;
end $$;
commit;
