/** The largest number that is read as a word. */
const highest = 120;

const german = {
  ones: [
    '',
    'ein',
    'zwei',
    'drei',
    'vier',
    'fünf',
    'sechs',
    'sieben',
    'acht',
    'neun',
    'zehn',
    'elf',
    'zwölf',
  ],
  teens: ['dreizehn', 'vierzehn', 'fünfzehn', 'sechzehn', 'siebzehn', 'achtzehn', 'neunzehn'],
  tens: ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'],
};
const english = {
  ones: [
    '',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
  teens: ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
  tens: ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
};
const french = {
  ones: ['', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze'],
  teens: ['treize', 'quatorze', 'quinze', 'seize', 'dix-sept', 'dix-huit', 'dix-neuf'],
  tens: [
    '',
    '',
    'vingt',
    'trente',
    'quarante',
    'cinquante',
    'soixante',
    'soixante',
    'quatre-vingt',
    'quatre-vingt',
  ],
};

function upToTwenty({ ones, teens }: typeof german, number: number): string {
  return (number < 13 ? ones[number] : teens[number - 13]) ?? '';
}

/** A number from 1 to 120 in German: "vierzehn", "fünfundvierzig". */
export function germanWord(number: number): string {
  if (number >= 100) return `hundert${number === 100 ? '' : germanWord(number - 100)}`;
  if (number < 20) return number === 1 ? 'eins' : upToTwenty(german, number);
  const [tens, ones] = [german.tens[Math.floor(number / 10)] ?? '', german.ones[number % 10] ?? ''];
  return ones === '' ? tens : `${ones}und${tens}`;
}

/** A number from 1 to 120 in English: "fourteen", "forty-five". */
export function englishWord(number: number): string {
  if (number >= 100) return `one hundred${number === 100 ? '' : ` and ${englishWord(number - 100)}`}`;
  if (number < 20) return upToTwenty(english, number);
  const [tens, ones] = [english.tens[Math.floor(number / 10)] ?? '', english.ones[number % 10] ?? ''];
  return ones === '' ? tens : `${tens}-${ones}`;
}

/** A number from 1 to 120 in French: "quatorze", "soixante-quinze". */
export function frenchWord(number: number): string {
  if (number >= 100) return `cent${number === 100 ? '' : ` ${frenchWord(number - 100)}`}`;
  if (number < 20) return upToTwenty(french, number);
  const ten = Math.floor(number / 10);
  const isOfTwenty = ten === 7 || ten === 9;
  const tens = french.tens[ten] ?? '';
  const rest = isOfTwenty ? (number % 10) + 10 : number % 10;
  if (rest === 0) return ten === 8 ? `${tens}s` : tens;
  const isJoined = (rest === 1 || rest === 11) && ten < 8;
  return `${tens}${isJoined ? ' et ' : '-'}${upToTwenty(french, rest)}`;
}

/** All printed number words with their values. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...['ein', 'eine', 'einem', 'einer', 'einen', 'eines', 'a', 'une'].map((word) => [word, 1] as const),
  ['hundred', 100],
  ['einhundert', 100],
  ...Array.from({ length: highest }, (_, place) => place + 1).flatMap((number) =>
    [germanWord(number), englishWord(number), frenchWord(number)].flatMap((word) => [
      [word, number] as const,
      [word.replaceAll('-', ' '), number] as const,
    ]),
  ),
]);
