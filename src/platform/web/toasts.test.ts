import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiRefusal } from './failure.ts';
import { toastFailure, toastSaved } from './toasts.tsx';

const shown = () => notificationsStore.getState().notifications.at(-1);

describe('CONST-01 duration of messages', () => {
  beforeEach(() => notifications.clean());

  it('ERR-02 a success is shown briefly', () => {
    toastSaved('Gespeichert');
    expect(shown()).toMatchObject({ message: 'Gespeichert', autoClose: 1250 });
  });

  it('ERR-03 a failure is shown for ten seconds', () => {
    toastFailure(new ApiRefusal({ code: 'unexpected', message: '' }));
    expect(shown()).toMatchObject({ role: 'alert', autoClose: 10_000 });
  });
});
