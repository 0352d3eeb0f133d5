-- Mails that are written at the gate, such as login links, are sent in the name by which people know the tenant (MAIL-04).
grant select (billing_name) on tenant to gate;
