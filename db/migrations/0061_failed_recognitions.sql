-- The page of the invoice settings lists the newest recognitions that failed, which are few among all (ADM-17).
create index invoice_recognition_failed_idx on invoice_recognition (tenant_id, id desc) where state = 'failed';
