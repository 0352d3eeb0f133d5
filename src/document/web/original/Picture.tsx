import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotShown } from './NotShown.tsx';
import classes from './Original.module.css';
import { PageFrame } from './PageFrame.tsx';
import type { PagesProps } from './PdfPages.tsx';

/** A photograph or scan as one page. */
export function Picture({
  content,
  name,
  viewing,
  places,
  clicks,
}: PagesProps & { readonly name: string }): ReactNode {
  const { t } = useTranslation();
  const address = useAddress(content);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [isBroken, setBroken] = useState(false);
  const { reportSize, shown } = viewing;
  if (isBroken) return <NotShown>{t('document.original.failure.damaged')}</NotShown>;
  return (
    <div className={classes.pages} {...clicks}>
      <PageFrame
        number={1}
        count={1}
        width={size.width * shown}
        height={size.height * shown}
        zoom={shown}
        places={places}
      >
        {address === null ? null : (
          <img
            src={address}
            alt={t('document.original.picture', { name })}
            className={classes.picture}
            draggable={false}
            onError={() => setBroken(true)}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setSize({ width, height });
              reportSize({ width, count: 1 });
            }}
          />
        )}
      </PageFrame>
    </div>
  );
}

function useAddress(content: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}
