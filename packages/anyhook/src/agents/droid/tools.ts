export { droidTools as tools } from '@anyhook/core';
