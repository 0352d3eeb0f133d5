create or replace function app.note_reached_setting(in_key text) returns void language sql set search_path to '' as $$
  select set_config('app.reached_settings', concat_ws(',', nullif(current_setting('app.reached_settings', true), ''), in_key), true)
$$;
grant execute on function app.note_reached_setting(text) to writer;
