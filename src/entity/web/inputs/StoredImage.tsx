import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { fileContent } from '../../../platform/web/api.ts';
import classes from './FileInput.module.css';

export interface StoredImageProps {
  readonly id: string;
  readonly label: string;
  readonly className?: string | undefined;
}

/** An image of the tenant, served to logged-in persons only; loaded once it is visible. */
export function StoredImage({ id, label, className = classes.image }: StoredImageProps): ReactNode {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { data } = useQuery({
    enabled: inViewport,
    queryKey: ['file', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => fileContent(`/api/file/${id}`),
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return (
    <div ref={ref} className={className}>
      {address === null ? null : <img src={address} alt={label} />}
    </div>
  );
}
