import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../../platform/web/api.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { documentNumber, type ProcurementDocument } from '../document.ts';

/** Saves the document as a letter (PROC-28). */
export function PdfButton({ document }: { readonly document: ProcurementDocument }): ReactNode {
  const { t } = useTranslation();
  const [isLoading, setLoading] = useState(false);
  const save = (): void => {
    setLoading(true);
    download(`/api/procurement/${document.id}/pdf`, `${documentNumber(document)}.pdf`)
      .catch(toastFailure)
      .finally(() => setLoading(false));
  };
  return (
    <Button
      variant="default"
      aria-label={t('procurement.pdf')}
      leftSection={<IconFileTypePdf size={16} stroke={1.6} aria-hidden />}
      loading={isLoading}
      onClick={save}
    >
      PDF
    </Button>
  );
}
