import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../platform/web/kit/EmptyState.tsx';
import type { Reading } from '../../../recognition/reading.ts';
import { ReadPage } from './ReadPage.tsx';

/** A data file has no pages, so its reading is shown instead. */
export function ReadData({ reading }: { readonly reading: Reading | null }): ReactNode {
  const { t } = useTranslation();
  if (reading !== null) return <ReadPage reading={reading} />;
  return <EmptyState title={t('invoice.original.data.title')}>{t('invoice.original.data.text')}</EmptyState>;
}
