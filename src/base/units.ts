import { canonical } from './search.ts';

/** Units with the same sign in every language, by code (UN/ECE Recommendation 20, and ISO codes of SAP). */
const signs: Readonly<Record<string, string>> = {
  KGM: 'kg',
  KG: 'kg',
  GRM: 'g',
  MGM: 'mg',
  TNE: 't',
  MTR: 'm',
  M: 'm',
  CMT: 'cm',
  MMT: 'mm',
  KMT: 'km',
  MTK: 'm²',
  CMK: 'cm²',
  MTQ: 'm³',
  LTR: 'l',
  L: 'l',
  MLT: 'ml',
  CLT: 'cl',
  KWH: 'kWh',
  P1: '%',
};

/** Units with a word in each language, under `unit`, by code. */
export const unitWords: Readonly<Record<string, string>> = {
  C62: 'piece',
  H87: 'piece',
  EA: 'piece',
  PCE: 'piece',
  PC: 'piece',
  PCS: 'piece',
  ST: 'piece',
  STK: 'piece',
  XPP: 'piece',
  NAR: 'piece',
  NMB: 'piece',
  PA: 'pack',
  PK: 'pack',
  PAK: 'pack',
  PAC: 'pack',
  XPA: 'pack',
  XPK: 'pack',
  NMP: 'pack',
  BX: 'box',
  BOX: 'box',
  XBX: 'box',
  CT: 'carton',
  CTN: 'carton',
  CAR: 'carton',
  KAR: 'carton',
  XCT: 'carton',
  BG: 'bag',
  XBG: 'bag',
  BO: 'bottle',
  XBO: 'bottle',
  BTL: 'bottle',
  CA: 'can',
  XCA: 'can',
  TIN: 'can',
  RO: 'roll',
  ROL: 'roll',
  XRO: 'roll',
  PR: 'pair',
  PAA: 'pair',
  SET: 'set',
  DZN: 'dozen',
  DZP: 'dozen',
  HUR: 'hour',
  HR: 'hour',
  MIN: 'minute',
  DAY: 'day',
  WEE: 'week',
  MON: 'month',
  ANN: 'year',
  LS: 'lump_sum',
  PF: 'pallet',
  XPX: 'pallet',
  TU: 'tube',
  XTU: 'tube',
  SH: 'sheet',
};

/** How people and suppliers write these units, in the languages of the product, without accents. */
const spellings: Readonly<Record<string, string>> = {
  piece: 'stuck stueck stck stk st piece pieces pcs pce ks kus kusy kusov pz pezzo pezzi each',
  pack: 'pack packs pkg pck packung packungen paket pakete ve baleni balenie confezione confezioni conf',
  box: 'box boxes kiste kisten schachtel schachteln krabice krabica scatola scatole',
  carton: 'carton cartons karton kartons kart krt cartone cartoni',
  bag: 'bag bags beutel sack sacke sacco sacchi',
  bottle: 'bottle bottles flasche flaschen fl bottiglia bottiglie lahev lahve',
  roll: 'roll rolls rolle rollen role rotolo rotoli',
  pair: 'pair pairs paar par paio',
  set: 'set sets satz sada',
  hour: 'h hr hrs hour hours std stunde stunden hod hodina hodiny ora ore',
  minute: 'min minute minutes minuten',
  day: 'd day days tag tage den dni giorno giorni',
  month: 'month months monat monate mesic mesiac mese mesi',
  year: 'year years jahr jahre rok anno anni',
  lump_sum: 'pauschal pauschale psch flat lump sum',
  pallet: 'pallet pallets palette paletten paleta pallet',
  kg: 'kilo kilogramm kilogram kilograms',
  m: 'meter metre metres lfm lfdm',
  l: 'liter litre litres ltr',
  t: 'tonne tonnen ton tons to',
};

const unitOfSpelling = new Map(
  Object.entries(spellings).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit])),
);

type Translate = (key: string) => string;

/** The name of a unit code in a language; unknown codes remain unchanged. */
export function unitText(code: string, t: Translate): string {
  const known = code.trim().toUpperCase();
  const word = unitWords[known];
  return word === undefined ? (signs[known] ?? code) : t(`unit.${word}`);
}

/** Whether two units are the same, by known codes and spellings; true if one is missing. */
export function isSameUnit(one: string | null, other: string | null): boolean {
  const [first, second] = [one, other].map((unit) => unitKey(unit ?? ''));
  return first === '' || second === '' || first === second;
}

function unitKey(text: string): string {
  const code = text.trim().toUpperCase();
  const plain = canonical(signs[code] ?? text).replaceAll(' ', '');
  return unitWords[code] ?? unitOfSpelling.get(plain) ?? plain;
}
