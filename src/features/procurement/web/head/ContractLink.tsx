import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import classes from '../../../../document/web/head/HeadFields.module.css';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';

export interface ContractLinkProps {
  readonly contract: Reference;
  /** Unlinking would remove contract prices from lines and needs confirmation. */
  readonly losesPrices: boolean;
  readonly onUnlink: () => void;
}

/** The linked contract, with a button to unlink it (PROC-25). */
export function ContractLink({ contract, losesPrices, onUnlink }: ContractLinkProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const label = t('procurement.contract.unlink');
  return (
    <div>
      <p className={classes.label}>{t('field.contract_id')}</p>
      <p className={classes.address}>{optionLabel(contract) || t('procurement.contract.unseen')}</p>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.unlink}
        onClick={losesPrices ? () => setOpen(true) : onUnlink}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('procurement.contract.unlink_title')}
        actionLabel={label}
        isDestructive
        onConfirm={onUnlink}
        onClose={() => setOpen(false)}
      >
        {t('procurement.contract.unlink_text')}
      </ConfirmDialog>
    </div>
  );
}
