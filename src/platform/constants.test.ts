import { expect, it } from 'vitest';
import * as constants from './constants.ts';

it('CONST-01 CONST-02 limits and times match the specification', () => {
  expect({ ...constants }).toMatchObject({
    uploadLimitBytes: 10_485_760,
    companyNameLength: 50,
    costCenterNumberLength: 36,
    invoiceNumberLength: 36,
    invoiceNumberLengthD365: 20,
    invoiceNotesLength: 120,
    vatNumberLength: 15,
    ibanLength: { min: 15, max: 34 },
    bicLengths: [8, 11],
    smallestDatevId: 10_000,
    postingKeyDigits: 9,
    orderNumberRange: { min: 0, max: 999_999_999 },
    decimalPlaces: { min: 2, max: 4, default: 2 },
    approvalPriorityRange: { min: 1, max: 1000 },
    codeLength: 15,
    datevConnectionYears: 2,
    recognitionLimitMs: 60_000,
    errorToastMs: 10_000,
    successToastMs: 1250,
    debounceMs: 600,
    chunkLoadTimeoutMs: 120_000,
    accessTokenRefreshMs: 600_000,
    earlyRefreshSeconds: 32,
    auditGroupLetters: 10,
    defaultLanguage: 'de',
    firstDayOfWeek: 1,
    defaultCurrency: 'EUR',
    truncatedTextLength: 25,
    highlightMs: 1500,
    menuCloseDelayMs: 1000,
    spreadsheetHeightPx: 600,
  });
});
