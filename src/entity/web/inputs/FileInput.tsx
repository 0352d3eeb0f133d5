import { Button, FileButton, Input } from '@mantine/core';
import { IconFile, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download, gql, upload } from '../../../platform/web/api.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { FieldError } from '../../../platform/web/kit/FieldError.tsx';
import type { FieldProps } from '../../../platform/web/kit/TextField.tsx';
import type { NamedField } from '../labels.ts';
import classes from './FileInput.module.css';
import { StoredImage } from './StoredImage.tsx';

interface FileInputProps extends FieldProps {
  readonly of: NamedField;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

const types = {
  image: 'image/png,image/jpeg',
  signature: 'image/png,image/jpeg',
  pdf: 'application/pdf',
} as const;

/** The upload kinds by purpose (API-29). */
const uploads = { image: 'master_image', signature: 'signature', pdf: 'master_document' } as const;

/** A file is uploaded when chosen and belongs to the record once that is saved. */
export function FileInput({ of, value, onChange, ...field }: FileInputProps): ReactNode {
  const { t } = useTranslation();
  const [isUploading, setUploading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { accepts = 'pdf' } = of.field;
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setUploading(true);
    setFailure(null);
    try {
      const form = new FormData();
      form.set('kind', uploads[accepts]);
      form.set('document', '0');
      form.set('file', file);
      onChange((await upload<{ id: string }>('/api/file', form)).id);
    } catch (thrown) {
      setFailure(failureText(thrown));
    } finally {
      setUploading(false);
    }
  };
  const error = failure ?? field.error;
  return (
    <Input.Wrapper
      labelElement="div"
      label={field.isLabelHidden ? undefined : field.label}
      error={error ? <FieldError>{error}</FieldError> : undefined}
      required={field.required ?? false}
    >
      <div className={classes.file}>
        {value === null ? null : accepts === 'pdf' ? (
          <StoredFile id={value} />
        ) : (
          <StoredImage id={value} label={field.label} />
        )}
        <FileButton onChange={(file) => void take(file)} accept={types[accepts]}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isUploading}
              leftSection={<IconUpload size={16} stroke={1.6} aria-hidden />}
              aria-label={t(value === null ? 'entity.file.choose_for' : 'entity.file.replace_for', {
                field: field.label,
              })}
            >
              {t(value === null ? 'entity.file.choose' : 'entity.file.replace')}
            </Button>
          )}
        </FileButton>
        {value === null || field.required ? null : (
          <Button
            variant="subtle"
            color="gray"
            aria-label={t('entity.file.remove_for', { field: field.label })}
            onClick={() => onChange(null)}
          >
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </Button>
        )}
      </div>
      <p className={classes.hint}>
        {t(accepts === 'pdf' ? 'entity.file.pdf_hint' : 'entity.file.image_hint')}
      </p>
    </Input.Wrapper>
  );
}

function StoredFile({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['file-name', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      gql<{ file_by_pk: { name: string } | null }>(
        'query ($id: uuid!) { file_by_pk(id: $id) { name } }',
        { id },
        { signal },
      ),
  });
  const name = data?.file_by_pk?.name ?? t('entity.file.file');
  return (
    <button type="button" className={classes.name} onClick={() => void download(`/api/file/${id}`, name)}>
      <IconFile size={16} stroke={1.6} aria-hidden />
      <span>{name}</span>
    </button>
  );
}
