-- Lists background jobs for the operator, newest first, without their payloads.
--
-- Arguments: `only_failed` leaves out jobs whose last try did not fail. `before` is the id of the last job of the page before,
-- or null. `skipped` and `most` are the usual offset and limit.
--
-- The job queue has row security, so only its owner sees jobs. This function runs as the owner.
create or replace function list_jobs(only_failed boolean, before bigint, skipped integer, most integer)
returns table (id bigint, name text, state text, attempts integer, max_attempts integer, run_at timestamptz,
  created_at timestamptz, last_error text)
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return query
    select job.id, job.task_identifier,
      case when job.locked_at is not null then 'running'
        when job.attempts >= job.max_attempts then 'failed'
        when job.last_error is not null then 'retrying'
        else 'waiting' end,
      job.attempts::integer, job.max_attempts::integer, job.run_at, job.created_at, left(job.last_error, 1000)
    from graphile_worker.jobs as job
    where (before is null or job.id < before) and (not only_failed or job.last_error is not null)
    order by job.id desc offset skipped limit most;
end $$;
