/** What the build reads from the printed schema, see `vite.config.ts`. */
declare module '*/schema.graphql?commands' {
  const commands: import('../command-arguments.ts').CommandArguments;
  export default commands;
}
