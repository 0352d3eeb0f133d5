import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeSignOnFromAddress } from '../../features/session/web/sign-on/sign-on-return.ts';
import { keepSessionAlive } from '../../platform/web/api.ts';
import { loadFirstChunk } from '../../platform/web/chunk.ts';
import { adoptCssVariables } from '../../platform/web/css-variables.ts';
import { focusWhatIsPressed } from '../../platform/web/focus-pressed.ts';
import '../../platform/web/global.css';
import { startI18n } from '../../platform/web/i18n.ts';
import { queryClient } from '../../platform/web/query.ts';
import {
  currentSession,
  needsPasskey,
  onSessionChange,
  ownSession,
  watchOtherTabs,
} from '../../platform/web/session.ts';
import { takeReturnFromAddress } from '../../platform/web/sign-in-return.ts';
import { onStoreTrouble } from '../../platform/web/store.ts';
import { theme } from '../../platform/web/theme.ts';
import { Toasts, toastStoreTrouble } from '../../platform/web/toasts.tsx';
import { keepForOffline } from './offline/provide.ts';
import { followNotices, registerWorker } from './register-worker.ts';
import { router } from './routes.tsx';

const colorScheme = localStorageColorSchemeManager({ key: 'colorScheme' });

/** Never keeps another person's data on the screen: a login or logout in any tab reloads the page. */
function followSession(): void {
  const identity = (): string =>
    JSON.stringify([currentSession()?.tenantId, currentSession()?.userId, needsPasskey()]);
  let known = identity();
  keepFilesOfPerson();
  watchOtherTabs();
  onSessionChange(() => {
    if (identity() === known) return;
    known = identity();
    keepFilesOfPerson();
    queryClient.clear();
    void router.invalidate();
  });
}

/** Removes files that the browser keeps for anybody else (MOB-02); acting as another changes nothing (AUTH-21). */
function keepFilesOfPerson(): void {
  loadFirstChunk(() => import('../../platform/web/device-files.ts'))
    .then(({ ownerOf, setOwner }) => setOwner(ownerOf(ownSession())))
    .catch((failure: unknown) => console.warn('No files are kept:', failure));
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  // An outdated browser gets a notice from public/engine-check.js.
  if (root === null) return;
  takeReturnFromAddress((path) => router.history.replace(path));
  takeSignOnFromAddress((path) => router.history.replace(path));
  adoptCssVariables();
  followSession();
  keepForOffline();
  keepSessionAlive();
  focusWhatIsPressed();
  await startI18n(currentSession()?.language ?? null);
  onStoreTrouble(toastStoreTrouble);
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
  followNotices((path) => router.history.push(path));
  await registerWorker();
}

void start();
