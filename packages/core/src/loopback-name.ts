/** Does this host name always mean this machine, so no other machine sees or changes what is sent? */
export const isLoopbackName = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
