import { describe, expect, test } from 'vitest';
import { invoiceEnds, jobFileName, jobStates, type ProtocolEntry } from './job-outcome.ts';

const said = (type: string, filename: string, text = 'konnte nicht gelesen werden'): ProtocolEntry => ({
  type,
  filename,
  text,
});

/** How the invoices 1 and 2 end, as state and code. */
function ends(status: number, protocol: readonly ProtocolEntry[] = []) {
  return [...invoiceEnds(status, protocol, [1, 2]).values()].map((end) =>
    end.state === 'exported' ? 'exported' : `${end.state} ${end.problem.code}`,
  );
}

const [exported, unsure, looked] = ['exported', 'uncertain export_uncertain', 'uncertain export_protocol'];

describe('EXP-08 EXP-09 how the invoices of a job end', () => {
  test('processed without a word against them, they are exported', () => {
    expect(ends(jobStates.processed)).toEqual([exported, exported]);
    expect(
      ends(jobStates.processed, [said('warning', '1-data.xml'), said('information', '2-a.pdf')]),
    ).toEqual([exported, exported]);
  });

  test('an error is about the invoice whose file it names, else about all', () => {
    expect(ends(jobStates.processed, [said('error', jobFileName(1, 'a.pdf'))])).toEqual([looked, exported]);
    expect(ends(jobStates.processed, [said('error', '77-data.xml')])).toEqual([exported, exported]);
    expect(ends(jobStates.processed, [said('error', 'document.xml')])).toEqual([looked, looked]);
    expect(ends(jobStates.processed, [said('error', '')])).toEqual([looked, looked]);
  });

  test('failed is only what DATEV has processed nothing of', () => {
    expect(ends(jobStates.failed)).toEqual([
      'failed export_refused_by_datev',
      'failed export_refused_by_datev',
    ]);
    expect(ends(jobStates.failed, [said('error', '2-data.xml')])).toEqual([
      'failed export_protocol',
      'failed export_protocol',
    ]);
  });

  test.each([jobStates.partly, jobStates.cancelled, jobStates.notCancelled, 99])(
    'of a job in state %i nobody knows what is booked',
    (status) => {
      expect(ends(status, [said('error', '1-data.xml')])).toEqual([looked, unsure]);
    },
  );
});
