-- The absence of a person; empty without a start day.
create or replace function app.absence(person lb_user) returns daterange language sql immutable
return case when person.substitute_id is not null and person.absence_from is not null
  then daterange(person.absence_from, person.absence_to, '[]') else 'empty'::daterange end;
grant execute on function app.absence(lb_user) to writer;
