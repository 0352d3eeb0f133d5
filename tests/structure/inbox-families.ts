import { arrivalFates, arrivalReasons, arrivalWays } from '../../src/features/invoice/arrival.ts';
import { cameraFailures } from '../../src/features/invoice/web/camera/camera-messages.ts';
import { corners } from '../../src/features/invoice/web/camera/quadrangle.ts';
import { proofColumns } from '../../src/features/invoice/web/inbox/download-inbox.ts';
import { inboxViews } from '../../src/features/invoice/web/inbox/inbox-data.ts';
import { sharingOutcomes } from '../../src/platform/sharing-outcome.ts';

const photoActions = ['corners', 'earlier', 'later', 'remove'];

/** The possible keys of texts of uploads and of the inbox (MOB-02, REC-13). */
export const inboxFamilies: Readonly<Record<string, readonly string[]>> = {
  'invoice.upload.shared.none.*': sharingOutcomes,
  'invoice.camera.corner.*': corners,
  'invoice.camera.failure.*': cameraFailures,
  'invoice.camera.*': photoActions,
  'invoice.camera.*_named': photoActions,
  'invoice.inbox.views.*': inboxViews,
  'invoice.inbox.none.*': inboxViews,
  'invoice.inbox.column.*': ['came', 'what', 'from', 'fate', 'actions'],
  'invoice.inbox.way.*': arrivalWays,
  'invoice.inbox.fate.*': arrivalFates.filter((fate) => fate !== 'open'),
  'invoice.inbox.reason.*': arrivalReasons,
  'invoice.inbox.proof.column.*': proofColumns,
  'invoice.inbox.proof.fate.*': [...arrivalFates, 'dismissed'],
  'invoice.inbox.*': ['take', 'assign', 'dismiss'],
  'invoice.inbox.*_named': ['take', 'assign', 'dismiss'],
  'mailbox.*': ['scan_of_no_company', 'scan_of_two_companies'],
};
