-- The federal state of a company is one of the sixteen, so that its holidays count (CON-29). A text that names none of them had
-- the holidays of all Germany, and an empty one has the same.
update client c set federal_state = known.code
from (select k.tenant_id, k.id, (select s.code from (values
    ('badenwurttemberg', 'BW'), ('bawu', 'BW'), ('bw', 'BW'), ('debw', 'BW'),
    ('bavaria', 'BY'), ('bayern', 'BY'), ('by', 'BY'), ('deby', 'BY'),
    ('be', 'BE'), ('berlin', 'BE'), ('debe', 'BE'),
    ('bb', 'BB'), ('brandenburg', 'BB'), ('debb', 'BB'),
    ('bremen', 'HB'), ('dehb', 'HB'), ('hb', 'HB'),
    ('dehh', 'HH'), ('hamburg', 'HH'), ('hh', 'HH'),
    ('dehe', 'HE'), ('he', 'HE'), ('hesse', 'HE'), ('hessen', 'HE'),
    ('demv', 'MV'), ('mecklenburgvorpommern', 'MV'), ('mecklenburgwesternpomerania', 'MV'), ('meckpomm', 'MV'), ('mv', 'MV'),
    ('deni', 'NI'), ('lowersaxony', 'NI'), ('ni', 'NI'), ('niedersachsen', 'NI'),
    ('denw', 'NW'), ('nordrheinwestfalen', 'NW'), ('northrhinewestphalia', 'NW'), ('nrw', 'NW'), ('nw', 'NW'),
    ('derp', 'RP'), ('rheinlandpfalz', 'RP'), ('rhinelandpalatinate', 'RP'), ('rp', 'RP'),
    ('desl', 'SL'), ('saarland', 'SL'), ('sl', 'SL'),
    ('desn', 'SN'), ('sachsen', 'SN'), ('saxony', 'SN'), ('sn', 'SN'),
    ('dest', 'ST'), ('sachsenanhalt', 'ST'), ('saxonyanhalt', 'ST'), ('st', 'ST'),
    ('desh', 'SH'), ('schleswigholstein', 'SH'), ('sh', 'SH'),
    ('deth', 'TH'), ('th', 'TH'), ('thuringen', 'TH'), ('thuringia', 'TH'))
    as s (name, code)
  where s.name = replace(regexp_replace(lower(normalize(k.federal_state, nfd)), '[^a-z]', '', 'g'), 'ue', 'u')) as code
  from client k where k.federal_state is not null) as known
where known.tenant_id = c.tenant_id and known.id = c.id and known.code is distinct from c.federal_state;
alter table client add constraint client_federal_state_check
  check (federal_state in ('BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV', 'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH'));
