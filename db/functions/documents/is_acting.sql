create or replace function app.is_acting() returns boolean language sql stable parallel safe
  return app.actor_id() is distinct from app.user_id();
grant execute on function app.is_acting() to gate, operator, writer;
