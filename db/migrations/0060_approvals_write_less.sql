-- A step that is done stays where it stands in the indexes: nobody looks for steps by their state since the lists have
-- rows of their own (0027), and only the person is looked for, by his foreign key. Pages of steps and of requests keep
-- room for the next versions of their rows, which then touch no index at all.
drop index timeline_entry_task;
drop index timeline_entry_tenant_id_lb_user_id_text_type_idx;
create index on timeline_entry (tenant_id, lb_user_id);
alter table timeline_entry set (fillfactor = 85);
alter table procurement set (fillfactor = 85);
