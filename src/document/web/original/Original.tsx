import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconDownload,
  IconFileDownload,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { openFile } from '../head/use-attachments.ts';
import { NotShown } from './NotShown.tsx';
import classes from './Original.module.css';
import { contentQuery, kindOf, type OriginalFile } from './original-file.ts';
import { pageAttribute, type ShownPlaces } from './PageFrame.tsx';
import { type PageClicks, PageSkeleton, PdfPages } from './PdfPages.tsx';
import { Picture } from './Picture.tsx';
import { useViewing, type Viewing } from './use-viewing.ts';

export interface OriginalProps {
  /** The path of its bytes. */
  readonly path: string;
  readonly file: OriginalFile;
  /** For a generated view: the received files that it was made from (REC-12), as far as the person sees them. */
  readonly received?: readonly OriginalFile[];
  /** The content of a data file, which has no pages. */
  readonly data?: ReactNode;
  readonly places: ShownPlaces;
  /** The click handlers of a page. */
  readonly clicks?: PageClicks;
  /** The label of its pages, if several originals are shown. */
  readonly label?: string;
}

/** The document as received, next to the typed data (INV-01). */
export function Original(props: OriginalProps): ReactNode {
  const { path, file, received = [], data = null, places, clicks = {}, label } = props;
  const { t } = useTranslation();
  const viewing = useViewing();
  const [page, setPage] = useState(1);
  const isXml = kindOf(file) === 'xml';
  return (
    <>
      <Bar file={file} received={received} viewing={viewing} page={page} />
      <section
        ref={viewing.view}
        className={classes.view}
        aria-label={label ?? t('document.original.pages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget }) => setPage(pageInView(currentTarget))}
      >
        {isXml ? data : <Pages path={path} file={file} viewing={viewing} places={places} clicks={clicks} />}
      </section>
    </>
  );
}

/** The page in the middle of the view. */
function pageInView(view: HTMLElement): number {
  const middle = view.getBoundingClientRect().top + view.clientHeight / 2;
  const pages = [...view.querySelectorAll(`[${pageAttribute}]`)];
  const found = pages.findIndex((page) => page.getBoundingClientRect().bottom >= middle);
  return found < 0 ? Math.max(1, pages.length) : found + 1;
}

function Pages({
  path,
  file,
  viewing,
  places,
  clicks,
}: Pick<OriginalProps, 'path' | 'file' | 'places'> & {
  readonly viewing: Viewing;
  readonly clicks: PageClicks;
}): ReactNode {
  const { t } = useTranslation();
  const kind = kindOf(file);
  const content = useQuery({ ...contentQuery(path, file.id), enabled: kind !== null });
  if (kind === null) return <NotShown>{t('document.original.failure.kind')}</NotShown>;
  if (content.error) return <ErrorState failure={content.error} onRetry={() => void content.refetch()} />;
  if (content.data === undefined) return <PageSkeleton />;
  const shown = { content: content.data, viewing, places, clicks };
  return kind === 'pdf' ? <PdfPages {...shown} /> : <Picture {...shown} name={file.name} />;
}

interface BarProps extends Pick<OriginalProps, 'file'> {
  readonly received: readonly OriginalFile[];
  readonly viewing: Viewing;
  readonly page: number;
}

function Bar({ file, received, viewing, page }: BarProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { shown, count, isFitted, fit, step } = viewing;
  return (
    <div className={classes.bar}>
      <span className={classes.name} title={file.name}>
        {file.name}
      </span>
      {count === null ? null : (
        <>
          <span className={classes.count}>
            {t('document.original.page', { number: Math.min(page, count), count })}
          </span>
          <BarButton label={t('document.original.smaller')} onClick={() => step(-1)}>
            <IconZoomOut size={16} stroke={1.6} aria-hidden />
          </BarButton>
          <span className={classes.zoom}>{format.quantity(Math.round(shown * 100))} %</span>
          <BarButton label={t('document.original.larger')} onClick={() => step(1)}>
            <IconZoomIn size={16} stroke={1.6} aria-hidden />
          </BarButton>
          <BarButton label={t('document.original.fit')} isPressed={isFitted} onClick={fit}>
            <IconArrowAutofitWidth size={16} stroke={1.6} aria-hidden />
          </BarButton>
        </>
      )}
      {received.map((one) => (
        <BarButton
          key={one.id}
          label={t('document.original.received', { name: one.name })}
          onClick={() => download(one)}
        >
          <IconFileDownload size={16} stroke={1.6} aria-hidden />
        </BarButton>
      ))}
      <BarButton
        label={t(received.length > 0 ? 'document.original.download_pages' : 'document.original.download')}
        onClick={() => download(file)}
      >
        <IconDownload size={16} stroke={1.6} aria-hidden />
      </BarButton>
    </div>
  );
}

function download({ id, name }: OriginalFile): void {
  void openFile({ file_id: id, name }).catch(toastFailure);
}

interface BarButtonProps {
  readonly label: string;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function BarButton({ label, isPressed, onClick, children }: BarButtonProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        // Keeps the focus in the field being filled.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
