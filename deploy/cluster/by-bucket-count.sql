-- Lets `citus_rebalance_start(rebalance_strategy => 'by_bucket_count')` give each worker the same number of buckets, or one more. Citus finds
-- the shard of a bucket by a hash, so workers with the same number of shards would have different numbers of buckets. Run it on the
-- coordinator in the wallet's database, as a superuser; it may be run again.

set citus.enable_ddl_propagation = off; -- only the coordinator calls the function, so no worker needs to be there

create or replace function public.operatorkit_buckets_of_shard(shard bigint) returns real
  language sql stable set search_path = pg_catalog, pg_temp
  as $$ select count(*)::real from pg_dist_shard, generate_series(0, 63) bucket
    where shardid = shard and worker_hash(bucket) between shardminvalue::integer and shardmaxvalue::integer $$;

do $$ begin
  if not exists (select 1 from pg_catalog.pg_dist_rebalance_strategy where name = 'by_bucket_count') then
    perform pg_catalog.citus_add_rebalance_strategy('by_bucket_count',
      'public.operatorkit_buckets_of_shard', 'citus_node_capacity_1', 'citus_shard_allowed_on_node_true', 0);
  end if;
end $$;
