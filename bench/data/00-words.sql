-- Deterministic data: the same options give the same rows.

create schema load;

create table load.words (kind text primary key, words text[] not null);
insert into load.words values
  ('given', '{Anna,Jonas,Miriam,Torsten,Sabine,Henrik,Ina,Mehmet,Renate,Katrin,Lukas,Beate,Nora,Ole,Petra,Dirk,Svenja,Uwe,Marta,Felix,Greta,Hannes,Lena}'),
  ('family', '{Petersen,Brandt,Lüders,Krüger,Nordmann,Berg,Aydın,Schulz,Voss,Wimmer,Ziegler,Hansen,Oltmanns,Freese,Behrens,Kowalski,Thiessen,Osterkamp,Steinbach,Wiechmann,Lorenzen,Kessler,Rohde,Meents,Hofer,Bacher,Diercks,Gerdes,Iversen}'),
  ('branch', '{Bürobedarf,Werkzeuge,Elektrotechnik,Verpackung,Arbeitsschutz,Messtechnik,Reinigung,Fördertechnik,Hydraulik,Druckluft,Schweißtechnik}'),
  ('city', '{Hamburg,Bremen,Hannover,Oldenburg,Kiel,Lübeck,Rostock,Berlin,Leipzig,Dresden,Kassel,Dortmund,Köln,Mainz,Stuttgart,Ulm,München,Linz,Wien}'),
  ('department', '{Produktion,Konstruktion,Verwaltung,IT,Einkauf,Lager,Versand,Vertrieb,Instandhaltung,Ausbildung,Qualität,Fuhrpark}'),
  ('purpose', '{Nachbestellung,Ersatzbeschaffung,Projektbedarf,Erstausstattung,Jahresbedarf,Reparatur,Musterbestellung,Umbau,Messe}'),
  ('quality', '{verzinkt,edelstahl,gehärtet,kalibriert,beschichtet,verstärkt,antistatisch,lebensmittelecht,isoliert,schallgedämmt,explosionsgeschützt}'),
  ('product', '{Drehmomentschlüssel,Sechskantschraube,Kabelrolle,Messschieber,Schutzhandschuh,Kopierpapier,Aktenordner,Bürodrehstuhl,Monitor,Notebook,Dockingstation,Headset,Spiralbohrer,Trennscheibe,Werkstattwagen,Bügelmessschraube,Hallenstrahler,Sicherheitsschuh,Schutzbrille,Gehörschutz,Warnweste,Wellpappkarton,Palette,Stretchfolie,Packband,Etikett,Kantenschutz,Zurrgurt,Kugellager,Zahnriemen,Hydraulikschlauch,Dichtring,Schweißdraht,Filterpatrone,Kühlschmierstoff,Druckluftschlauch,Ventilblock,Sensor,Lichtschranke,Netzteil,Klemmleiste,Frequenzumrichter,Getriebeöl}');

-- The number of rows per kind and tenant.
create table load.amount (kind text primary key, per_tenant integer not null);
insert into load.amount values
  ('person', 60), ('client', 3), ('department', 12), ('cost_center', 40), ('ledger_account', 30),
  ('supplier', 80), ('product_group', 8), ('product', 400);

create function load.per_tenant(wanted text) returns integer language sql immutable parallel safe
  return (select per_tenant from load.amount where kind = wanted);
create function load.id(k integer, i integer, kind text) returns bigint language sql immutable parallel safe
  return (k - 1) * load.per_tenant(kind) + i;
-- Constant for the planner, so that choosing a word costs nothing per row.
create function load.words_of(wanted text) returns text[] language sql immutable parallel safe
  return (select words from load.words where kind = wanted);
create function load.word(wanted text, i integer) returns text language sql immutable parallel safe
  return (load.words_of(wanted))[1 + i % cardinality(load.words_of(wanted))];
create function load.price(i integer) returns numeric language sql immutable parallel safe
  return round(1 + (i * 37 % 1000) * 0.83, 2);
-- A pseudo-random number from 0 to n - 1.
create function load.pick(seed bigint, salt integer, n integer) returns integer language sql immutable parallel safe
  return ((hashint8extended(seed, salt) & 9223372036854775807) % n)::integer;

create table load.tenant (
  k integer primary key, tenant_id bigint not null, name text not null,
  documents integer not null, first_document bigint not null
);
