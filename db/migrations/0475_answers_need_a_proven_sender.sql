-- A mailbox answers a sender only if the server that receives its mails confirmed the sender (MBX-08): the name that
-- this server writes into Authentication-Results (RFC 8601). Those of Google and Microsoft are known.
alter table mailbox add column authentication_server text check (length(authentication_server) <= 253);
grant select (authentication_server) on mailbox to reader, reader_price;
