-- Number of refusals of a kind logged individually per person and minute; further ones are only counted.
create or replace function app.most_refusals() returns integer language sql immutable return 10;
