@echo off
rem Starts Sordino with the Java it was packed with.
setlocal
set "home=%~dp0.."
set heap=256m
if "%~1"=="serve" set heap=768m
if "%~1"=="train" set heap=4g
if "%~1"=="predict" set heap=4g
if "%~1"=="evaluate" set heap=4g
if "%~1"=="simulate" set heap=1g
"%home%\bin\java" -XX:+UseSerialGC "-Xmx%heap%" -Xshare:auto -Xlog:disable -cp "%home%\app\sordino.jar" io.sordino.cli.Sordino %*
exit /b %errorlevel%
