create or replace function app.is_own_session() returns boolean language sql stable parallel safe
  return not app.is_acting() and coalesce(app.means() in ('link', 'passkey', 'sign_on', 'demo'), false);
grant execute on function app.is_own_session() to gate, operator, writer;
