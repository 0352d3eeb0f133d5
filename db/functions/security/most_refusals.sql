-- So many refusals of a kind are noted one by one for a person in a minute; of more, how many there were.
create or replace function app.most_refusals() returns integer language sql immutable return 10;
