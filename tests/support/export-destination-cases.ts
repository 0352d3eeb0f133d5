import type { EntityCase } from './entity-cases.ts';

/** What the destinations of regular exports accept. */
export const exportDestinationCases: readonly EntityCase[] = [
  {
    rule: 'EXP-17',
    table: 'export_destination',
    row: { place: 'kanzlei' },
    problems: { place: 'validation_failed' },
  },
  {
    rule: 'EXP-17',
    table: 'export_destination',
    row: { kind: 'folder', place: '../Andere' },
    problems: { place: 'validation_failed' },
  },
  { rule: 'EXP-17', table: 'export_destination', row: { kind: 'folder', place: 'Monat 1' }, problems: {} },
  {
    rule: 'EXP-17',
    table: 'export_destination',
    row: { kind: 'store', place: 'http://s3.example.test/kontor', active: false },
    problems: {
      place: 'validation_failed',
      region: 'field_required',
      access_key_id: 'field_required',
    },
  },
];
