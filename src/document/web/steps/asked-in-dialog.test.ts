import { expect, it, vi } from 'vitest';
import { askedInDialog } from './asked-in-dialog.ts';

const own = () => ({ run: vi.fn<() => void>(), onClose: vi.fn<() => void>() });

it('API-41 an action that is not asked about runs from its dialog', () => {
  const dialog = own();
  const turn = askedInDialog({ confirmation: null, isPending: true }, dialog);
  expect(turn).toMatchObject({ questions: [], isPending: true });
  turn.onConfirm();
  turn.onClose();
  expect(dialog.run).toHaveBeenCalledOnce();
  expect(dialog.onClose).toHaveBeenCalledOnce();
});

it('API-41 INV-20 the dialog that names a duplicate asks all else of the step itself, and leads back to its fields', () => {
  const dialog = own();
  const confirmation = {
    questions: [{ code: 'pages_differ' as const, hash: '1', values: {} }],
    confirm: vi.fn<() => void>(),
    cancel: vi.fn<() => void>(),
  };
  const turn = askedInDialog({ confirmation, isPending: true }, dialog);
  expect(turn).toMatchObject({ questions: confirmation.questions, isPending: false });
  turn.onConfirm();
  turn.onClose();
  expect(confirmation.confirm).toHaveBeenCalledOnce();
  expect(confirmation.cancel).toHaveBeenCalledOnce();
  expect(dialog.run).not.toHaveBeenCalled();
  expect(dialog.onClose).not.toHaveBeenCalled();
});
