import { describe, expect, it } from 'vitest';
import { emptyReading, read } from '../../../tests/support/readings.ts';
import type { Term } from '../recognition/payment-term.ts';
import {
  dueOrigin,
  followingDays,
  isAsInvoiceDate,
  proposedDays,
  statedDays,
  statedTerms,
} from './proposed-days.ts';

const sources = { invoice_date: '2026-03-03', service_to: null, payment_days: null };
const nothing = { delivery_date: null, due_date: null };

describe('VAL-13 proposed days', () => {
  it('delivery is the end of the service period, else the invoice date; due is the supplier’s days later, else 30', () => {
    expect(proposedDays(sources)).toEqual({ delivery_date: '2026-03-03', due_date: '2026-04-02' });
    expect(proposedDays({ ...sources, service_to: '2026-02-28', payment_days: 14 })).toEqual({
      delivery_date: '2026-02-28',
      due_date: '2026-03-17',
    });
    expect(proposedDays({ ...sources, payment_days: 0 }).due_date).toBe('2026-03-03');
    expect(proposedDays({ ...sources, invoice_date: null })).toEqual(nothing);
    expect(proposedDays({ ...sources, invoice_date: '9999-12-31' }).due_date).toBeNull();
  });

  it('a proposal follows its source, a typed date stays', () => {
    const move = { before: sources, after: { ...sources, invoice_date: '2026-03-10' } };
    expect(followingDays(proposedDays(sources), move, nothing)).toEqual(proposedDays(move.after));
    const typed = { delivery_date: '2026-01-01', due_date: '2026-12-31' };
    expect(followingDays(typed, move, nothing)).toEqual(typed);
  });

  it('a stated date is no proposal, even if it is the same', () => {
    const move = { before: sources, after: { ...sources, invoice_date: '2026-03-10' } };
    const stated = statedDays(emptyReading({ dueDate: read('2026-04-02') }));
    expect(followingDays(proposedDays(sources), move, stated)).toEqual({
      delivery_date: '2026-03-10',
      due_date: '2026-04-02',
    });
  });

  it('a removed date stays empty until its source changes', () => {
    const still = { before: sources, after: sources };
    expect(followingDays(nothing, still, nothing)).toEqual(nothing);
  });

  it('another supplier brings other payment days', () => {
    const move = { before: sources, after: { ...sources, payment_days: 10 } };
    expect(followingDays(proposedDays(sources), move, nothing).due_date).toBe('2026-03-13');
  });

  it('the mark "as invoice date" is shown if the document states no delivery date', () => {
    const head = { invoice_date: '2026-03-03', service_to: null, delivery_date: '2026-03-03' };
    expect(isAsInvoiceDate(head, nothing)).toBe(true);
    expect(isAsInvoiceDate(head, { ...nothing, delivery_date: '2026-03-03' })).toBe(false);
    expect(isAsInvoiceDate({ ...head, service_to: '2026-03-03' }, nothing)).toBe(false);
    expect(isAsInvoiceDate({ ...head, delivery_date: null, invoice_date: null }, nothing)).toBe(false);
  });
});

describe('INV-27 the due date and where it comes from', () => {
  const term: Term = { kind: 'after', count: 14, unit: 'day', from: 'invoice', monthDay: null };
  const reading = { ...emptyReading({ deliveryDate: read('2026-02-27') }), dueTerm: read(term) };

  it('the document’s terms override the supplier’s, and follow the invoice date', () => {
    const counted = { ...sources, payment_days: 60, ...statedTerms(reading) };
    expect(proposedDays(counted).due_date).toBe('2026-03-17');
    const move = { before: counted, after: { ...counted, invoice_date: '2026-03-10' } };
    expect(followingDays(proposedDays(counted), move, nothing).due_date).toBe('2026-03-24');
  });

  it('days from delivery count from the stated delivery date', () => {
    const fromDelivery = { ...reading, dueTerm: read({ ...term, from: 'delivery' as const }) };
    expect(proposedDays({ ...sources, ...statedTerms(fromDelivery) }).due_date).toBe('2026-03-13');
  });

  it.each([
    ['the terms of the document', { ...sources, payment_days: 60, due_term: term }, 'terms'],
    ['the supplier', { ...sources, payment_days: 10 }, 'supplier'],
    ['the default', sources, 'usual'],
  ])('it comes from %s', (_, from, origin) =>
    expect(dueOrigin(from, proposedDays(from), nothing)).toBe(origin),
  );

  it('a printed, typed or missing date has no origin', () => {
    const day = proposedDays(sources).due_date;
    expect(dueOrigin(sources, { due_date: day }, { ...nothing, due_date: day })).toBeNull();
    expect(dueOrigin(sources, { due_date: '2026-12-31' }, nothing)).toBeNull();
    expect(dueOrigin(sources, { due_date: null }, nothing)).toBeNull();
  });
});
