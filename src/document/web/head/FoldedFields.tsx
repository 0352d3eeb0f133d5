import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problems } from '../draft/problems.ts';
import classes from './HeadFields.module.css';

export interface FoldedFieldsProps {
  /** The columns of the fields that are folded away. */
  readonly columns: readonly string[];
  readonly problems: Problems;
  /** What they are about, where it is something of their own. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** What rarely differs from its default, folded away until it is asked for or wrong. */
export function FoldedFields({ columns, problems, label, children }: FoldedFieldsProps): ReactNode {
  const { t } = useTranslation();
  const [isOpened, setOpened] = useState(false);
  if (isOpened || columns.some((column) => problems.has(`head.${column}`))) return children;
  return (
    <button type="button" className={classes.further} aria-expanded={false} onClick={() => setOpened(true)}>
      <IconChevronRight size={14} stroke={1.6} aria-hidden />
      {label ?? t('document.further')}
    </button>
  );
}
