import { sharing, uploadLimitBytes } from '../../../platform/constants.ts';
import { type SharingOutcome, uploadAfterSharing } from '../../../platform/sharing-outcome.ts';
import { keepShared } from '../../../platform/web/device-files.ts';
import { scope } from './scope.ts';

/**
 * Takes the files that other apps share with the installed application (Web Share Target of W3C) and opens the upload
 * page, which offers them. Nothing is sent before the person does so (MOB-02).
 */
export function takeSharedFiles(): void {
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'POST' || new URL(request.url).pathname !== sharing.path) return;
    event.respondWith(takeSharing(request));
  });
}

async function takeSharing(request: Request): Promise<Response> {
  const outcome = await keep(request).catch((failure: unknown): SharingOutcome => {
    console.warn('Shared files were not kept:', failure);
    return 'not_kept';
  });
  return Response.redirect(uploadAfterSharing(outcome), 303);
}

async function keep(request: Request): Promise<SharingOutcome> {
  const form = await request.formData();
  const files = form
    .getAll(sharing.field)
    .filter((value) => value instanceof File && value.size > 0) as File[];
  if (files.length === 0) return 'nothing';
  if (files.length > sharing.maxFiles) return 'too_numerous';
  const cut = files.map(withinLimit);
  if (cut.reduce((sum, { size }) => sum + size, 0) > sharing.maxBytes) return 'too_large';
  return (await keepShared(cut)) ? 'kept' : 'log_in';
}

/** A file that is too large is cut to one byte more than allowed, so that the upload refuses it by its name (REC-02). */
function withinLimit(file: File): File {
  if (file.size <= uploadLimitBytes) return file;
  return new File([file.slice(0, uploadLimitBytes + 1)], file.name, { type: file.type });
}
