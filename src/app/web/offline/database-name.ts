/** The name of the database in the browser that keeps things for times without network. */
export const databaseName = 'kontor-offline';
