/**
 * VAT identification numbers of the European Union, Northern Ireland (XI), Switzerland and Great Britain: the
 * country's pattern and, where published, its check digits (VAL-29).
 */

/** Upper case, without separators between groups. */
export function normalVatNumber(text: string): string {
  return text.replace(/[\s.\-/:_]/g, '').toUpperCase();
}

/** Whether a normalised number is possible in its country. Numbers of other countries are not checked. */
export function isVatNumber(number: string): boolean {
  const country = /^CHE\d/.test(number) ? 'CHE' : number.slice(0, 2);
  const rule = rules[country];
  if (!rule) return /^[A-Z]{2}[A-Z0-9]{2,13}$/.test(number) && !/^CH/.test(number);
  const rest = number.slice(country.length);
  return rule.pattern.test(rest) && rule.check(rest);
}

interface Rule {
  /** The part after the country code. */
  readonly pattern: RegExp;
  readonly check: (rest: string) => boolean;
}

/** The weighted sum of the first digits. */
function weighted(text: string, weights: readonly number[]): number {
  return weights.reduce((total, weight, place) => total + weight * Number(text[place]), 0);
}

function digitAt(text: string, place: number): number {
  return Number(text.at(place));
}

/** The check digit completes the weighted sum to a multiple of 11; 10 counts as 0 in some countries. */
function lacksToEleven(rest: string, weights: readonly number[], ten: number | null): boolean {
  const lack = (11 - (weighted(rest, weights) % 11)) % 11;
  return (lack === 10 ? ten : lack) === digitAt(rest, weights.length);
}

/** The check digit is the weighted sum modulo 11. */
function isRestOfEleven(rest: string, weights: readonly number[], ten: number): boolean {
  const left = weighted(rest, weights) % 11;
  return (left === 10 ? ten : left) === digitAt(rest, weights.length);
}

/** Every second digit doubled, with its own digits added up (ISO/IEC 7812). */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** ISO 7064, mod 11,10. */
function isHybrid(digits: string): boolean {
  const product = [...digits.slice(0, -1)].reduce((before, digit) => {
    const sum = (Number(digit) + before) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === digitAt(digits, -1);
}

function modulo97(text: string): number {
  const digits = [...text].map((sign) => Number.parseInt(sign, 36).toString()).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}

function austrian(rest: string): boolean {
  const sum = [...rest.slice(1, 8)].reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - ((sum + 4) % 10)) % 10 === digitAt(rest, -1);
}

function british(rest: string): boolean {
  if (/^(GD|HA)/.test(rest)) return true;
  const sum = weighted(rest, [8, 7, 6, 5, 4, 3, 2]) + Number(rest.slice(7, 9));
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

function cypriot(rest: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const sum = [...rest.slice(0, 8)].reduce(
    (total, digit, place) => total + (place % 2 === 0 ? (odd[Number(digit)] ?? 0) : Number(digit)),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === rest.at(-1);
}

/** Companies have eight digits; numbers of persons derive from birth numbers and are accepted unchecked. */
function czech(rest: string): boolean {
  return rest.length > 8 || lacksOf(rest, [8, 7, 6, 5, 4, 3, 2]);
}

function lacksOf(rest: string, weights: readonly number[]): boolean {
  const left = 11 - (weighted(rest, weights) % 11);
  return left % 10 === digitAt(rest, weights.length);
}

function spanish(rest: string): boolean {
  const letters = 'TRWAGMYFPDXBNJZSQVHLCKE';
  if (/^[\dXYZ]/.test(rest)) {
    const number = Number(rest.slice(0, 8).replace(/^[XYZ]/, (sign) => String('XYZ'.indexOf(sign))));
    return letters[number % 23] === rest.at(-1);
  }
  if (/^[KLM]/.test(rest)) return letters[Number(rest.slice(1, 8)) % 23] === rest.at(-1);
  const sum = [...rest.slice(1, 8)].reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  const check = (10 - (sum % 10)) % 10;
  return rest.at(-1) === String(check) || rest.at(-1) === 'JABCDEFGHI'[check];
}

function french(rest: string): boolean {
  // Keys with letters exist, but their rule is not published.
  if (!/^\d{11}$/.test(rest)) return true;
  return Number(rest.slice(0, 2)) === (12 + 3 * (Number(rest.slice(2)) % 97)) % 97;
}

function irish(rest: string): boolean {
  const isOld = /^\d[A-Z+*]/.test(rest);
  const digits = isOld ? `0${rest.slice(2, 7)}${rest[0]}` : rest.slice(0, 7);
  const ninth = rest.length === 9 ? 9 * (rest.charCodeAt(8) - 64) : 0;
  const sum = weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + ninth;
  return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === rest[7];
}

function lithuanian(rest: string): boolean {
  const places = [...rest.slice(0, -1)].map((_, place) => place);
  const first =
    weighted(
      rest,
      places.map((place) => (place % 9) + 1),
    ) % 11;
  const second =
    weighted(
      rest,
      places.map((place) => ((place + 2) % 9) + 1),
    ) % 11;
  return (first < 10 ? first : second % 10) === digitAt(rest, -1);
}

function latvian(rest: string): boolean {
  if (/^[0-3]/.test(rest)) return true;
  const left = weighted(rest, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6]) % 11;
  const check = left === 4 && rest.startsWith('9') ? left - 45 : left > 4 ? 14 - left : 3 - left;
  return check === digitAt(rest, -1);
}

function dutch(rest: string): boolean {
  const isElevenProof = weighted(rest, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === digitAt(rest, 8);
  return isElevenProof || modulo97(`NL${rest}`) === 1;
}

function swiss(rest: string): boolean {
  return lacksToEleven(rest, [5, 4, 3, 2, 7, 6, 5, 4], null);
}

function italian(rest: string): boolean {
  return isLuhn(rest) && rest.slice(0, 7) !== '0000000';
}

function bulgarian(rest: string): boolean {
  if (rest.length === 10) return true;
  const first = weighted(rest, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const second = weighted(rest, [3, 4, 5, 6, 7, 8, 9, 10]) % 11;
  return (first < 10 ? first : second % 10) === digitAt(rest, -1);
}

function romanian(rest: string): boolean {
  const padded = rest.padStart(10, '0');
  return ((weighted(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === digitAt(padded, -1);
}

function hungarian(rest: string): boolean {
  return (10 - (weighted(rest, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10 === digitAt(rest, -1);
}

function estonian(rest: string): boolean {
  return (10 - (weighted(rest, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10 === digitAt(rest, -1);
}

const united: Rule = { pattern: /^(\d{9}|\d{12}|GD[0-4]\d\d|HA[5-9]\d\d)$/, check: british };
const greek: Rule = {
  pattern: /^\d{9}$/,
  check: (rest) => (weighted(rest, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digitAt(rest, -1),
};

const rules: Readonly<Record<string, Rule>> = {
  AT: { pattern: /^U\d{8}$/, check: austrian },
  BE: {
    pattern: /^[01]\d{9}$/,
    check: (rest) => 97 - (Number(rest.slice(0, 8)) % 97) === Number(rest.slice(8)),
  },
  BG: { pattern: /^\d{9,10}$/, check: bulgarian },
  CHE: { pattern: /^\d{9}(MWST|TVA|IVA)?$/, check: swiss },
  CY: { pattern: /^\d{8}[A-Z]$/, check: cypriot },
  CZ: { pattern: /^\d{8,10}$/, check: czech },
  DE: { pattern: /^[1-9]\d{8}$/, check: isHybrid },
  DK: { pattern: /^\d{8}$/, check: (rest) => weighted(rest, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { pattern: /^\d{9}$/, check: estonian },
  EL: greek,
  ES: { pattern: /^([A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/, check: spanish },
  FI: { pattern: /^\d{8}$/, check: (rest) => lacksToEleven(rest, [7, 9, 10, 5, 8, 4, 2], null) },
  FR: { pattern: /^[A-HJ-NP-Z\d]{2}\d{9}$/, check: french },
  GB: united,
  GR: greek,
  HR: { pattern: /^\d{11}$/, check: isHybrid },
  HU: { pattern: /^\d{8}$/, check: hungarian },
  IE: { pattern: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/, check: irish },
  IT: { pattern: /^\d{11}$/, check: italian },
  LT: { pattern: /^(\d{9}|\d{12})$/, check: lithuanian },
  LU: { pattern: /^\d{8}$/, check: (rest) => Number(rest.slice(0, 6)) % 89 === Number(rest.slice(6)) },
  LV: { pattern: /^\d{11}$/, check: latvian },
  MT: {
    pattern: /^[1-9]\d{7}$/,
    check: (rest) => 37 - (weighted(rest, [3, 4, 6, 7, 8, 9]) % 37) === Number(rest.slice(6)),
  },
  NL: { pattern: /^\d{9}B\d{2}$/, check: dutch },
  PL: { pattern: /^\d{10}$/, check: (rest) => isRestOfEleven(rest, [6, 5, 7, 2, 3, 4, 5, 6, 7], -1) },
  PT: { pattern: /^[1-9]\d{8}$/, check: (rest) => lacksToEleven(rest, [9, 8, 7, 6, 5, 4, 3, 2], 0) },
  RO: { pattern: /^[1-9]\d{1,9}$/, check: romanian },
  SE: { pattern: /^\d{10}01$/, check: (rest) => isLuhn(rest.slice(0, 10)) },
  SI: { pattern: /^[1-9]\d{7}$/, check: (rest) => lacksToEleven(rest, [8, 7, 6, 5, 4, 3, 2], 0) },
  SK: { pattern: /^[1-9]\d[2-46-9]\d{7}$/, check: (rest) => Number(rest) % 11 === 0 },
  XI: united,
};
