import { type ReactNode, useState } from 'react';
import { waitingState } from '../../platform/web/sign-in-return.ts';
import { lazyPage } from './lazy-page.ts';

const ofMailbox = lazyPage(() => import('../../features/mailbox/web/MailboxReturn.tsx'), 'MailboxReturn');
const ofAccounting = lazyPage(
  () => import('../../features/accounting-export/web/callback/CallbackPage.tsx'),
  'CallbackPage',
);

/** `/callback`, the one return address of sign-ins at other systems: their states begin with what they are for (NAV-21). */
export function CallbackPage(): ReactNode {
  const [Page] = useState(() => (waitingState().startsWith('mailbox-') ? ofMailbox : ofAccounting));
  return <Page />;
}
