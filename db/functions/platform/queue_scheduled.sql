-- Queues a task once for its due minute, for any number of nodes, and returns whether this call did so. A remembered
-- minute in the future comes from a wrong clock: it delays nothing, and an entry waiting for it is due now.
create or replace function app.queue_scheduled(in_task text, in_due timestamptz) returns boolean
language plpgsql security definer set search_path to '' as $$
begin
  if in_due > clock_timestamp() then
    raise exception 'a task is queued when it is due' using errcode = '22008';
  end if;
  insert into public.scheduled_task as known (task, due) values (in_task, in_due)
    on conflict (task) do update set due = excluded.due
    where known.due < excluded.due or known.due > clock_timestamp();
  if not found then
    return false;
  end if;
  perform graphile_worker.add_job(in_task, '{}', job_key => in_task, run_at => clock_timestamp());
  return true;
end
$$;
grant execute on function app.queue_scheduled(text, timestamptz) to gate;
