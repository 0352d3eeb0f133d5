import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { fileContent } from '../../../platform/web/api.ts';
import classes from './FileInput.module.css';

/** An image of the tenant, which only a person who is logged in gets. */
export function StoredImage({ id, label }: { readonly id: string; readonly label: string }): ReactNode {
  const { data } = useQuery({
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
  return <div className={classes.image}>{address === null ? null : <img src={address} alt={label} />}</div>;
}
