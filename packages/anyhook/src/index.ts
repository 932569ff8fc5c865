// The door for the packages that are built on the engine: abilities, fleet and flow. Programs import `library.ts`.
