import './anyhook.cjs';
