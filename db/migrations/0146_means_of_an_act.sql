-- By what means somebody is there, and who made his API token (AUTH-23, AUTH-30): a token that somebody else made acts in his name.

create function app.means() returns text language sql stable parallel safe
  return nullif(current_setting('app.means', true), '');
grant execute on function app.means() to reader, reader_price, writer, operator, gate;

-- Sessions that had begun before say nothing of it, nor does a node of the version before: they began with a link, a passkey or
-- the demo, of which the link is the least.
alter table refresh_token add column means text not null default 'link'
  constraint refresh_token_means check (means in ('link', 'passkey', 'demo'));
grant select (means) on refresh_token to reader, reader_price;

alter table lb_user add column token_maker_id bigint,
  add foreign key (tenant_id, token_maker_id) references lb_user (tenant_id, id) on delete set null (token_maker_id);
create index on lb_user (tenant_id, token_maker_id) where token_maker_id is not null;
grant select (token_maker_id) on lb_user to gate;
grant execute on function app.administers(bigint, bigint) to gate;

-- The audit knows who made the tokens there are. One whose maker nobody knows opens nothing any more.
alter table lb_user disable trigger user;
update lb_user u set token_maker_id = (
    select a.lb_user_id from audit_log a join lb_user m on m.tenant_id = a.tenant_id and m.id = a.lb_user_id
    where a.tenant_id = u.tenant_id and a."table" = 'lb_user' and a.foreign_key = u.id
      and 'api_token_hash' = any (a.affected_properties)
    order by a.id desc limit 1)
  where u.api_token_hash is not null;
alter table lb_user enable trigger user;
