import type { Refusal } from '../../../../base/refusal.ts';
import { uploadLimitBytes } from '../../../../platform/constants.ts';
import { upload } from '../../../../platform/web/api.ts';
import type { ChosenForFile } from '../../../../platform/web/device-files.ts';
import { ApiRefusal, isPassing, RequestFailed } from '../../../../platform/web/failure.ts';
import { failureText, refusalText } from '../../../../platform/web/failure-text.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';

interface Answer {
  readonly invoices: readonly {
    readonly id: number | null;
    readonly error?: Pick<Refusal, 'code' | 'values'>;
  }[];
}

/** Why a file became no invoice. */
export interface NotBrought {
  /** No answer came, or none about the file: it can be sent again with the same key. */
  readonly isUnanswered: boolean;
  /** In the person's language. */
  readonly reason: string;
  /** An identical file exists; the person can upload it again (INV-20). */
  readonly duplicate: { readonly id: number | null; readonly number: string } | null;
}

/** What is sent: a file and its idempotency key. */
export interface FileToBring {
  readonly key: string;
  readonly file: File;
}

/** Uploads one file; null if it became an invoice. Never throws: failures are shown beside the file (REC-02). */
export async function bringFile(
  { key, file }: FileToBring,
  { clientId, start }: ChosenForFile,
  isConfirmed: boolean,
): Promise<NotBrought | null> {
  const form = new FormData();
  if (clientId !== null) form.set('client_id', String(clientId));
  if (start !== null) form.set('recognition_start', start);
  // A confirmed duplicate is a new attempt with its own key.
  form.set('idempotency_key', isConfirmed ? uniqueKey() : key);
  if (isConfirmed) form.set('confirmed', 'duplicate_file');
  form.set('files[]', file.size > uploadLimitBytes ? file.slice(0, uploadLimitBytes + 1) : file, file.name);
  try {
    const { invoices } = await upload<Answer>('/api/invoice/upload', form);
    const [received] = invoices;
    if (received?.id) return null;
    const { code, values = {} } = received?.error ?? { code: 'unexpected' as const };
    const duplicate =
      code === 'duplicate_file'
        ? { id: Number(values.id) || null, number: String(values.number ?? '') }
        : null;
    return { isUnanswered: false, reason: refusalText(code, values), duplicate };
  } catch (failure) {
    const isPassed = failure instanceof ApiRefusal && isPassing(failure.code);
    return {
      isUnanswered: isPassed || failure instanceof RequestFailed,
      reason: failureText(failure),
      duplicate: null,
    };
  }
}
