import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SaveQuestion, SaveQuestionProps } from '../../../entity/web/entity-catalog.tsx';
import { FocusBack } from '../../../platform/web/kit/FocusBack.tsx';
import { LeavingForm } from './LeavingForm.tsx';

function LeavingDialog({ id, name, isSavedAfter, onDone, onClose }: SaveQuestionProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('people.deactivate_title', { name })}
      size={520}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <FocusBack />
      <LeavingForm id={id} how="deactivate" isSavedAfter={isSavedAfter} onDone={onDone} onClose={onClose} />
    </Modal>
  );
}

/** Deactivation asks the same as blocking (ADM-10). */
export const leavingQuestion: SaveQuestion = {
  isNeeded: ({ before, after }) => before.active === true && after.active === false,
  Part: LeavingDialog,
};
