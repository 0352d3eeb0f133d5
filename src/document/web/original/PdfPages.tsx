import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type HTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotShown } from './NotShown.tsx';
import classes from './Original.module.css';
import { PageFrame, type ShownPlaces } from './PageFrame.tsx';
import type { OpenPdf, PageSize } from './pdf-document.ts';
import { usePdf } from './use-pdf.ts';
import type { Viewing } from './use-viewing.ts';

/** The mouse handlers of the pages. */
export type PageClicks = Pick<HTMLAttributes<HTMLElement>, 'onMouseDown' | 'onMouseMove' | 'onMouseUp'>;

export interface PagesProps {
  readonly content: Blob;
  readonly viewing: Viewing;
  readonly places: ShownPlaces;
  readonly clicks: PageClicks;
}

/** A PDF, page below page; only pages near the view are drawn. */
export function PdfPages({ content, ...props }: PagesProps): ReactNode {
  const { t } = useTranslation();
  const { pdf, failure } = usePdf(content);
  const { reportSize, count } = props.viewing;
  useEffect(() => {
    if (pdf !== null) reportSize({ width: pdf.size.width, count: pdf.pages });
  }, [reportSize, pdf]);
  if (failure !== null) return <NotShown>{t(`document.original.failure.${failure}`)}</NotShown>;
  if (pdf === null || count === null) return <PageSkeleton />;
  return <Pages {...props} pdf={pdf} />;
}

/** The placeholder of a loading page. */
export function PageSkeleton(): ReactNode {
  return (
    <div className={classes.loading} aria-busy="true">
      <Skeleton height="100%" radius={0} />
    </div>
  );
}

function Pages({
  pdf,
  viewing,
  places,
  clicks,
}: Omit<PagesProps, 'content'> & { readonly pdf: OpenPdf }): ReactNode {
  return (
    <div className={classes.pages} {...clicks}>
      {Array.from({ length: pdf.pages }, (_, index) => index + 1).map((number) => (
        <PdfPage key={number} pdf={pdf} number={number} zoom={viewing.shown} places={places} />
      ))}
    </div>
  );
}

interface PdfPageProps {
  readonly pdf: OpenPdf;
  readonly number: number;
  readonly zoom: number;
  readonly places: ShownPlaces;
}

function PdfPage({ pdf, number, zoom, places }: PdfPageProps): ReactNode {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<PageSize>(pdf.size);
  const [isBroken, setBroken] = useState(false);
  const isNear = useIsNear(frame);
  // While the separator is dragged, the old picture is stretched.
  const [calmZoom] = useDebouncedValue(zoom, 120);

  useEffect(() => {
    if (!isNear) return;
    const abort = new AbortController();
    const fail = (): void => {
      if (!abort.signal.aborted) setBroken(true);
    };
    pdf
      .sizeOf(number)
      .then((own) => setSize((before) => (isSame(before, own) ? before : own)))
      .catch(fail);
    const into = text.current;
    if (into !== null) pdf.layText(number, into, abort.signal).catch(fail);
    return () => {
      abort.abort();
      into?.replaceChildren();
      drawn.current?.replaceChildren();
      pdf.forget(number);
    };
  }, [pdf, number, isNear]);

  useEffect(() => {
    const into = drawn.current;
    if (!isNear || into === null) return;
    const abort = new AbortController();
    pdf.draw(number, calmZoom, into, abort.signal).catch(() => {
      if (!abort.signal.aborted) setBroken(true);
    });
    return () => abort.abort();
  }, [pdf, number, isNear, calmZoom]);

  return (
    <PageFrame
      ref={frame}
      number={number}
      count={pdf.pages}
      width={size.width * zoom}
      height={size.height * zoom}
      zoom={zoom}
      places={places}
    >
      <div ref={drawn} className={classes.drawn} aria-hidden />
      <div ref={text} className={classes.text} />
      {isBroken ? <p className={classes.broken}>{t('document.original.failure.page')}</p> : null}
    </PageFrame>
  );
}

function isSame(one: PageSize, other: PageSize): boolean {
  return one.width === other.width && one.height === other.height;
}

/** Whether a page is in view or next to it. */
function useIsNear(frame: { readonly current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current: page } = frame;
    if (page === null) return;
    const observer = new IntersectionObserver((seen) => setNear(seen.at(-1)?.isIntersecting ?? false), {
      root: page.closest(`.${classes.view}`),
      rootMargin: '60% 0px',
    });
    observer.observe(page);
    return () => observer.disconnect();
  }, [frame]);
  return isNear;
}
