import type { Line, Text } from '../model.ts';
import { numberOf, plain, sumOf } from './decimal.ts';
import { isXRechnungExtension, isXRechnungForVehicles } from './editions.ts';
import { allLines, attributes, classifications, document, lines, parts, partsOf, those } from './places.ts';
import { type Case, isFilled, type Rule, rule } from './rule.ts';

function isOfUbl(subject: Case): boolean {
  return isXRechnungExtension(subject) && subject.syntax === 'ubl';
}

/** The number of vehicle classifications of a line, and of its cleanness values. */
function vehicleOf({ classifications: codes, attributes: all }: Line): {
  readonly classes: number;
  readonly values: number;
} {
  return {
    classes: codes.filter(({ scheme }) => scheme === 'CVD').length,
    values: all.filter(({ name }) => name === 'cva').length,
  };
}

const vehicleClasses: readonly Text[] = ['M1', 'M2', 'M3', 'N1', 'N2', 'N3'];
const cleanness: readonly Text[] = ['clean', 'zero-emission', 'other'];
const vehicleAttributes = those(attributes, ({ name }) => name === 'cva');
const vehicleIdentifiers = those(classifications, ({ scheme }) => scheme === 'CVD');

/** BR-DE-CVD-01 to BR-DE-CVD-06: contract, tender and classification of a vehicle. */
export const vehicleRules: readonly Rule[] = [
  rule({
    id: 'BR-DE-CVD-01',
    terms: ['BT-12'],
    text: 'missing',
    at: document,
    when: isXRechnungForVehicles,
    fault: ({ contractReference }) => !isFilled(contractReference),
  }),
  rule({
    id: 'BR-DE-CVD-02',
    terms: ['BT-17'],
    text: 'missing',
    at: document,
    when: isXRechnungForVehicles,
    fault: ({ tenderReference }) => !isFilled(tenderReference),
  }),
  rule({
    id: 'BR-DE-CVD-03',
    terms: ['BT-158', 'BT-160'],
    text: 'vehicle',
    at: document,
    when: isXRechnungForVehicles,
    fault: ({ lines: all }) => !all.map(vehicleOf).some(({ classes, values }) => classes > 0 && values > 0),
  }),
  rule({
    id: 'BR-DE-CVD-04',
    terms: ['BT-158'],
    text: 'code',
    at: vehicleIdentifiers,
    when: isXRechnungForVehicles,
    fault: ({ value }) => (vehicleClasses.includes(value) ? false : { value, list: 'CVD' }),
  }),
  rule({
    id: 'BR-DE-CVD-05',
    terms: ['BT-161'],
    text: 'code',
    at: vehicleAttributes,
    when: isXRechnungForVehicles,
    fault: ({ value }) => (cleanness.includes(value) ? false : { value: value ?? '', list: 'CVA' }),
  }),
  rule({
    id: 'BR-DE-CVD-06-a',
    terms: ['BT-160'],
    text: 'vehicle',
    at: lines,
    when: isXRechnungForVehicles,
    fault: (line) => vehicleOf(line).classes > 0 && vehicleOf(line).values !== 1,
  }),
  rule({
    id: 'BR-DE-CVD-06-b',
    terms: ['BT-158'],
    text: 'vehicle',
    at: lines,
    when: isXRechnungForVehicles,
    fault: (line) => vehicleOf(line).values > 0 && vehicleOf(line).classes !== 1,
  }),
];

/** BR-DEX-02, BR-DEX-03 and BR-DEX-15: sub-lines, which the extension of XRechnung has only in UBL. */
export const extensionRules: readonly Rule[] = [
  rule({
    id: 'BR-DEX-02',
    level: 'warning',
    terms: ['BT-131'],
    text: 'subLineSum',
    at: allLines,
    when: isOfUbl,
    fault: (line, subject) => {
      const inner = partsOf(line, subject);
      const stated = numberOf(line.net);
      const computed = sumOf(inner.map(({ net }) => net));
      if (inner.length === 0 || stated === null || stated.eq(computed)) return false;
      return { stated: plain(stated), computed: plain(computed) };
    },
  }),
  rule({
    id: 'BR-DEX-03',
    terms: ['BT-151'],
    text: 'missing',
    at: parts,
    when: isOfUbl,
    fault: ({ taxCategory }) => taxCategory === null,
  }),
  rule({
    id: 'BR-DEX-15',
    level: 'warning',
    terms: ['BG-25'],
    text: 'subLines',
    at: document,
    when: (subject) => isXRechnungExtension(subject) && subject.syntax === 'cii',
    fault: ({ lines: all }) => all.some(({ parentId }) => parentId !== null),
  }),
];
