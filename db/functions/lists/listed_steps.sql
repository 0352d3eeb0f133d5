-- The steps of a timeline, with everyone who has or had one. This and the following functions are inlined into the
-- statements that use them, which is why they have no settings.
create or replace function app.listed_steps(in_tenant bigint, in_timeline bigint)
returns table (assignee_ids bigint[], waiting_since timestamptz, step text, step_kind text, step_user_id bigint,
  step_for_user_id bigint, involved_ids bigint[], held_ids bigint[])
language sql stable as $$
  select coalesce(array_agg(distinct e.lb_user_id) filter (where e.is_current and e.lb_user_id is not null), '{}'),
      case when bool_or(e.is_current) then
        greatest(max(e.created_at) filter (where e.is_current), max(e.completed_at) filter (where e.is_done)) end,
      (array_agg(e.type order by e.entry_no) filter (where e.is_current))[1],
      (array_agg(e.text_type order by e.entry_no) filter (where e.is_current))[1],
      (array_agg(e.lb_user_id order by e.entry_no) filter (where e.is_current))[1],
      (array_agg(e.for_user_id order by e.entry_no) filter (where e.is_current))[1],
      array_agg(e.lb_user_id) filter (where e.is_step) || array_agg(e.for_user_id) filter (where e.is_step),
      array_agg(e.lb_user_id) filter (where e.is_held) || array_agg(e.for_user_id) filter (where e.is_held)
    from (
      select entry_no, type, text_type, lb_user_id, for_user_id, created_at, completed_at,
          status is distinct from 'comment' as is_step,
          text_type in ('present', 'assignment') and status is distinct from 'comment' as is_current,
          text_type not in ('future', 'finished-unsuccessful') and status is distinct from 'comment' as is_held,
          status in ('approved', 'declined', 'canceled') as is_done
        from public.timeline_entry where tenant_id = in_tenant and timeline_id = in_timeline
    ) e
$$;
