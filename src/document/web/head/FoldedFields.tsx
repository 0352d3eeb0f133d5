import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problems } from '../draft/problems.ts';
import classes from './HeadFields.module.css';

export interface FoldedFieldsProps {
  /** The columns of the folded fields. */
  readonly columns: readonly string[];
  readonly problems: Problems;
  /** The label of the button, if not the usual one. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Fields that rarely differ from their defaults, folded until expanded or invalid. */
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
