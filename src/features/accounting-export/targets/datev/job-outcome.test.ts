import { describe, expect, test } from 'vitest';
import { invoiceEnds, jobFileName, jobStates, type ProtocolEntry } from './job-outcome.ts';

const entry = (type: string, filename: string, text = 'konnte nicht gelesen werden'): ProtocolEntry => ({
  type,
  filename,
  text,
});

/** The outcomes of the invoices 1 and 2 as state and code. */
function ends(status: number, protocol: readonly ProtocolEntry[] = []) {
  return [...invoiceEnds(status, protocol, [1, 2]).values()].map((end) =>
    end.state === 'exported' ? 'exported' : `${end.state} ${end.problem.code}`,
  );
}

const [exported, unsure, looked] = ['exported', 'uncertain export_uncertain', 'uncertain export_protocol'];

describe('EXP-08 EXP-09 the outcome of the invoices of a job', () => {
  test('processed without errors, they are exported', () => {
    expect(ends(jobStates.processed)).toEqual([exported, exported]);
    expect(
      ends(jobStates.processed, [entry('warning', '1-data.xml'), entry('information', '2-a.pdf')]),
    ).toEqual([exported, exported]);
  });

  test('an error applies to the invoice of the named file, else to all', () => {
    expect(ends(jobStates.processed, [entry('error', jobFileName(1, 'a.pdf'))])).toEqual([looked, exported]);
    expect(ends(jobStates.processed, [entry('error', '77-data.xml')])).toEqual([exported, exported]);
    expect(ends(jobStates.processed, [entry('error', 'document.xml')])).toEqual([looked, looked]);
    expect(ends(jobStates.processed, [entry('error', '')])).toEqual([looked, looked]);
  });

  test('failed are only invoices of which DATEV has processed nothing', () => {
    expect(ends(jobStates.failed)).toEqual([
      'failed export_refused_by_datev',
      'failed export_refused_by_datev',
    ]);
    expect(ends(jobStates.failed, [entry('error', '2-data.xml')])).toEqual([
      'failed export_protocol',
      'failed export_protocol',
    ]);
  });

  test.each([jobStates.partly, jobStates.cancelled, jobStates.notCancelled, 99])(
    'in a job with state %i the bookings are uncertain',
    (status) => {
      expect(ends(status, [entry('error', '1-data.xml')])).toEqual([looked, unsure]);
    },
  );
});
